/** A fake of the app: `window.webkit`, and the scripts that native code runs in a page. */

type Handler = (body: unknown) => unknown;

interface Page {
  webkit?: { messageHandlers: Record<string, { postMessage(body: unknown): unknown }> };
  __bascule?: { calls?: Record<string, unknown> };
}

const page = globalThis as unknown as Page;

// Without a document or an app, the module takes its place for a server.
(globalThis as { document?: unknown }).document ??= {};

/** Everything that the page has posted, as JSON values. */
export const posted: [name: string, body: unknown][] = [];

/** Shows the page in an app with these message handlers, or in a browser without any. */
export function show(handlers?: Record<string, Handler>): void {
  posted.length = 0;
  if (handlers === undefined) {
    delete page.webkit;
    return;
  }
  page.webkit = { messageHandlers: {} };
  for (const [name, handle] of Object.entries(handlers)) {
    page.webkit.messageHandlers[name] = {
      postMessage(body) {
        const copy = structuredClone(body);
        posted.push([name, copy]);
        return handle(copy);
      },
    };
  }
}

/** Sends an event as a custom event, like native code. */
export function sendEvent(type: string, name: string, body: unknown): void {
  const event = new CustomEvent(type, { detail: { name, body } });
  EventTarget.prototype.dispatchEvent.call(globalThis, event);
}

/** Sends an event by a global function, like native code. */
export function sendByFunction(path: string, name: string, body: unknown): void {
  let place = globalThis as unknown as Record<string, unknown>;
  const names = path.split(".");
  const last = names.pop() ?? "";
  for (const part of names) place = place[part] as Record<string, unknown>;
  (place[last] as (name: string, body: unknown) => void)(name, body);
}

/** Calls a function exactly like native code with `callAsyncJavaScript`. */
export async function call(identifier: string, payload: unknown): Promise<unknown> {
  const call = page.__bascule?.calls?.[identifier];
  if (typeof call !== "function") {
    throw new Error(identifier + ": the page does not implement this call");
  }
  return await call(payload);
}
