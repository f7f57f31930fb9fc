/**
 * Updates the page of `bascule page --watch`: it reads its own file again every second.
 *
 * Pages from files cannot fetch, but they can show themselves in a frame, which sends its content.
 */

import type { Model } from "./model.ts";
import { showModel } from "./views.ts";

const freshMark = "#fresh";
const modelText = document.getElementById("model")?.textContent ?? "";
const isFromFile = location.protocol === "file:";

if (parent !== window && location.hash === freshMark) {
  // Only this page may read the text. Files have no origin that could be named here.
  parent.postMessage(modelText, isFromFile ? "*" : location.origin);
  // The rest of the page is not needed in the frame.
  stop();
} else {
  watch();
}

function watch() {
  let shown = modelText;
  let frame: HTMLIFrameElement | undefined;
  let asked = 0;
  addEventListener("message", ({ data, source }: MessageEvent<unknown>) => {
    if (frame === undefined || source !== frame.contentWindow || typeof data !== "string") return;
    frame.remove();
    frame = undefined;
    if (data === shown) return;
    shown = data;
    showModel(JSON.parse(data) as Model);
  });
  setInterval(() => {
    // The frame sends nothing while the file is missing.
    if (document.hidden || frame !== undefined && Date.now() - asked < 10_000) return;
    frame?.remove();
    frame = document.createElement("iframe");
    frame.hidden = true;
    const again = isFromFile ? "" : `?${Date.now()}`;
    frame.src = location.href.replace(/[?#].*$/s, "") + again + freshMark;
    asked = Date.now();
    document.body.append(frame);
  }, 1000);
}
