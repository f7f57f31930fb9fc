/** The worker, in which the core of Bascule runs as WebAssembly. */

import type { Answer, FromWorker, Request, ToWorker } from "./messages.ts";
import { LZMADecoder } from "./lzma.ts";
import { answerOf, requestText, startCore } from "./wasm.ts";
import type { CoreExports } from "./wasm.ts";

interface Scope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker): void;
}

/** The bytes of the core that its compiler takes at once, of some millions. */
const PART = 1 << 17;

const scope = globalThis as unknown as Scope;
let module: WebAssembly.Module | undefined;
let core: CoreExports | undefined;

scope.onmessage = ({ data }) => {
  if ("core" in data) start(data.core);
  else reply(data.id, data.request);
};

async function start(text: string) {
  try {
    module = await compiled(bytesOfBase64(text));
    core = await startCore(module);
  } catch (error) {
    scope.postMessage({ kind: "failed", reason: String(error) });
    return;
  }
  scope.postMessage({ kind: "ready" });
}

/** The compiler of the browser works while the rest is still being decompressed. */
async function compiled(bytes: Uint8Array<ArrayBuffer>): Promise<WebAssembly.Module> {
  const decoder = new LZMADecoder(bytes);
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const part = decoder.read(PART);
      if (part.length > 0) controller.enqueue(part);
      else controller.close();
    },
  });
  const headers = { "Content-Type": "application/wasm" };
  try {
    return await WebAssembly.compileStreaming(new Response(stream, { headers }));
  } catch {
    // Some browsers compile no stream that comes from a page.
    decoder.read(Infinity);
    return await WebAssembly.compile(decoder.output);
  }
}

async function reply(id: number, request: Request) {
  if (core === undefined || module === undefined) return;
  try {
    const answer = JSON.parse(answerOf(core, requestText(request))) as Answer;
    scope.postMessage({ kind: "answer", id, answer });
  } catch (error) {
    // A trap leaves the memory of the core in an unknown state.
    core = await startCore(module);
    scope.postMessage({ kind: "ended", id, reason: String(error) });
  }
}

/** Quicker than `atob`, whose result is a string. */
function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const { fromBase64 } = Uint8Array as unknown as {
    fromBase64?: (text: string) => Uint8Array<ArrayBuffer>;
  };
  if (fromBase64 !== undefined) return fromBase64.call(Uint8Array, text);
  const values = new Uint8Array(128);
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (let value = 0; value < 64; value++) values[letters.charCodeAt(value)] = value;
  const length = text.indexOf("=") < 0 ? text.length : text.indexOf("=");
  const bytes = new Uint8Array(Math.floor(length * 3 / 4));
  const value = (index: number) => values[text.charCodeAt(index)] ?? 0;
  for (let index = 0, place = 0; index < length; index += 4) {
    const bits = value(index) << 18 | value(index + 1) << 12 | value(index + 2) << 6 |
      value(index + 3);
    bytes[place++] = bits >> 16;
    bytes[place++] = bits >> 8;
    bytes[place++] = bits;
  }
  return bytes;
}
