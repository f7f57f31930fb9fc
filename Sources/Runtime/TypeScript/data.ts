/** Conversions of bytes. */

import { BridgeMismatch, kindOf } from "./mismatch.ts";

export function readData(json: unknown): Uint8Array {
  if (typeof json !== "string") throw new BridgeMismatch("base64 data", kindOf(json));
  if (json.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(json)) {
    throw new BridgeMismatch("base64 data", "another string");
  }
  const characters = atob(json);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = characters.charCodeAt(i);
  return bytes;
}

export function writeData(value: Uint8Array): string {
  if (!(value instanceof Uint8Array)) throw new BridgeMismatch("a Uint8Array", kindOf(value));
  // A call takes only some ten thousand arguments, so the bytes are converted in pieces. Three
  // bytes make four characters, so only the last piece is padded.
  const size = 3 * 4096;
  let text = "";
  for (let start = 0; start < value.length; start += size) {
    text += btoa(String.fromCharCode(...value.subarray(start, start + size)));
  }
  return text;
}
