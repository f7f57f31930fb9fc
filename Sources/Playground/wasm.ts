/** The core as WebAssembly: requests and answers are JSON in its memory. */

export interface CoreExports {
  memory: WebAssembly.Memory;
  bascule_reserve(count: number): number;
  bascule_call(count: number): number;
}

/**
 * Starts a core. It leaves the reading of numbers to JavaScript.
 *
 * - Parameter put: takes the message of a failed precondition, byte by byte.
 */
export async function startCore(
  module: WebAssembly.Module,
  put: (byte: number) => void = () => {},
): Promise<CoreExports> {
  const held: { memory?: WebAssembly.Memory } = {};
  const env = {
    put,
    number: (start: number, count: number) => {
      const bytes = new Uint8Array(held.memory?.buffer ?? new ArrayBuffer(0), start, count);
      const text = new TextDecoder().decode(bytes);
      return text.trim() === "" ? NaN : Number(text);
    },
  };
  const { exports } = await WebAssembly.instantiate(module, { env });
  held.memory = exports["memory"] as WebAssembly.Memory;
  return exports as unknown as CoreExports;
}

/** Returns a request as JSON, in which U+FFFD replaces halves of surrogate pairs: UTF-8 has none. */
export function requestText(request: object): string {
  return JSON.stringify(request).replace(
    /\\\\|\\ud[89a-f][0-9a-f]{2}/g,
    (escape) => escape === "\\\\" ? escape : "\ufffd",
  );
}

/** Returns the answer to a request. */
export function answerOf(core: CoreExports, request: string): string {
  const bytes = new TextEncoder().encode(request);
  const start = core.bascule_reserve(bytes.length);
  new Uint8Array(core.memory.buffer, start, bytes.length).set(bytes);
  const answer = core.bascule_call(bytes.length);
  const count = new DataView(core.memory.buffer).getUint32(answer, true);
  return new TextDecoder().decode(new Uint8Array(core.memory.buffer, answer + 4, count));
}
