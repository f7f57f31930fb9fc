/** The rules in the fragment of an address, compressed. */

import { limits, readFiles } from "./files.ts";
import type { Version } from "./files.ts";
import { streamOf } from "./streams.ts";

/** The form of the text; the first character of each. */
const formMark = "1";

/** A text of letters, digits, `-` and `_`. */
export async function packed({ files, pinned }: Version): Promise<string> {
  const value = pinned === null ? { files } : { files, pinned };
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const stream = streamOf(bytes).pipeThrough(new CompressionStream("deflate-raw"));
  const compressed = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = "";
  for (let start = 0; start < compressed.length; start += 0x8000) {
    text += String.fromCharCode(...compressed.subarray(start, start + 0x8000));
  }
  return formMark + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** null if the text is none that `packed` writes, or holds more than the limits. */
export async function unpacked(text: string): Promise<Version | null> {
  if (!text.startsWith(formMark)) return null;
  try {
    const base64 = text.slice(formMark.length).replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const { files, pinned } = JSON.parse(await inflated(bytes)) as Record<string, unknown>;
    const read = readFiles(files);
    if (read === null) return null;
    return { files: read, pinned: pinned === undefined ? null : readFiles(pinned) };
  } catch {
    return null;
  }
}

/** The text of compressed bytes. Few bytes can make a large text, so it is limited while it is read. */
async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = streamOf(bytes).pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > 4 * limits.characters) {
      await reader.cancel();
      throw new RangeError("too long");
    }
  }
}
