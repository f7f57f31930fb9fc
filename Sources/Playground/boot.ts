/** Starts the worker while the browser still reads the rest of the page. */

/** A worker whose script is in the page; null if the browser refuses it. */
export function newWorker(): Worker | null {
  const script = document.getElementById("worker")?.textContent ?? "";
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  try {
    return new Worker(address);
  } catch {
    return null;
  }
}

export const firstWorker: Worker | null = newWorker();
