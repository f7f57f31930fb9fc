import { isAvailable, sendPage, sendUser } from "./bascule.ts";
import { offer } from "./test.ts";

offer({ isAvailable, sendPage, sendUser });
globalThis.addEventListener("hashchange", () => evidence(`fragment ${location.hash}`));
