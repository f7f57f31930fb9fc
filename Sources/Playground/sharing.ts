/** The rules in the fragment of an address, compressed. */

import { limits, readVersion } from "./files.ts";
import type { Version } from "./files.ts";
import { streamOf } from "./streams.ts";

/** The first character of each text, which another form of the text would change. */
const formMark = "1";

/** Returns a version as a text of letters, digits, `-` and `_`. */
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

/** Returns the version in a text of `packed`; null for other texts, and for more than the limits. */
export async function unpacked(text: string): Promise<Version | null> {
  if (!text.startsWith(formMark)) return null;
  try {
    const base64 = text.slice(formMark.length).replaceAll("-", "+").replaceAll("_", "/");
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return readVersion(JSON.parse(await inflated(bytes)));
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
