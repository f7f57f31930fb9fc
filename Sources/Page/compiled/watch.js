"use strict";
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
  let frame;
  let asked = 0;
  addEventListener("message", ({ data, source })=>{
    if (frame === undefined || source !== frame.contentWindow || typeof data !== "string") return;
    frame.remove();
    frame = undefined;
    if (data === shown) return;
    shown = data;
    showModel(JSON.parse(data));
  });
  setInterval(()=>{
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
