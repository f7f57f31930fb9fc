/** The page of `bascule page`: the rules that it contains. */

import type { Model } from "./model.ts";
import { startPage } from "./views.ts";

startPage(JSON.parse(document.getElementById("model")?.textContent ?? "") as Model);
