/** Percent escapes. */

/** The use of a text, which determines the escapes that are kept. */
export type Use = "component" | "query" | "text";

const escapes = /(?:%[0-9A-Fa-f]{2})+/g;

/**
 * Decodes each escape that is part of a UTF-8 sequence, and keeps the others. In queries, `+` is a
 * space.
 */
export function decode(source: string, use: Use): string {
  const spaced = use === "query" ? source.replaceAll("+", " ") : source;
  if (!spaced.includes("%")) return spaced;
  return spaced.replace(escapes, (run) => decodeRun(run, use));
}

/**
 * Decodes consecutive escapes.
 *
 * - Requires: the text consists of escapes.
 */
function decodeRun(run: string, use: Use): string {
  const bytes = run.slice(1).split("%").map((digits) => Number.parseInt(digits, 16));
  let result = "";
  let index = 0;
  while (index < bytes.length) {
    const length = sequenceLength(bytes, index);
    const scalar = length === 0 ? null : decodeSequence(bytes.slice(index, index + length));
    const isKept = scalar === null || use === "component" && (scalar === "/" || scalar === "\\");
    const count = isKept ? 1 : length;
    result += isKept ? run.slice(3 * index, 3 * (index + 1)) : scalar;
    index += count;
  }
  return result;
}

/**
 * Returns the number of bytes of the UTF-8 sequence at an index, by its first byte; 0 if no
 * sequence begins there.
 */
function sequenceLength(bytes: readonly number[], index: number): number {
  const first = bytes[index] ?? 0;
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if (first >= 0xE0 && first <= 0xEF) return 3;
  return first >= 0xF0 && first <= 0xF4 ? 4 : 0;
}

const strictDecoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function decodeSequence(bytes: readonly number[]): string | null {
  try {
    const text = strictDecoder.decode(new Uint8Array(bytes));
    return [...text].length === 1 ? text : null;
  } catch {
    return null;
  }
}

const escapeEncoder = new TextEncoder();

/** Escapes all bytes except the unreserved characters of RFC 3986 and the characters to keep. */
export function encode(source: string, kept = ""): string {
  let result = "";
  for (const byte of escapeEncoder.encode(source)) {
    const character = String.fromCharCode(byte);
    const isKept = /[0-9A-Za-z\-._~]/.test(character) || kept.includes(character);
    result += isKept ? character : "%" + byte.toString(16).toUpperCase().padStart(2, "0");
  }
  return result;
}
