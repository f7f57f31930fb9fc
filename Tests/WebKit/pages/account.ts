import "./bascule.ts";
import "./test.ts";

globalThis.addEventListener("hashchange", () => evidence(`fragment ${location.hash}`));
