/**
 * Texts as byte strings, with one character for each byte of UTF-8. Rules compare texts by their
 * bytes.
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export function bytesOf(text: string): string {
  // deno-lint-ignore no-control-regex
  if (/^[\x00-\x7F]*$/.test(text)) return text;
  let bytes = "";
  for (const byte of encoder.encode(text)) bytes += String.fromCharCode(byte);
  return bytes;
}

export function textOf(bytes: string): string {
  // deno-lint-ignore no-control-regex
  if (/^[\x00-\x7F]*$/.test(bytes)) return bytes;
  return decoder.decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}
