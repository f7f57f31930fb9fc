"use strict";
function newWorker() {
  const script = document.getElementById("worker")?.textContent ?? "";
  const address = URL.createObjectURL(new Blob([
    script
  ], {
    type: "text/javascript"
  }));
  try {
    return new Worker(address);
  } catch  {
    return null;
  }
}
const firstWorker = newWorker();
