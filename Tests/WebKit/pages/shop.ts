import { sendPage, sendUser } from "./bascule.ts";
import { offer } from "./test.ts";

offer({ sendPage, sendUser });
globalThis.addEventListener("hashchange", () => evidence(`fragment ${location.hash}`));
