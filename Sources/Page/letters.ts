/** Compares texts in which the case of letters does not count. */

/** The text with one letter for all that differ in case only (Unicode's simple case folding). */
export function caseless(text: string): string {
  return Array.from(text, caselessLetter).join("");
}

function caselessLetter(letter: string): string {
  // The dotless i of Turkish is no variant of `I`.
  if (letter === "\u0131") return letter;
  const upper = single(letter.toUpperCase()) ?? letter;
  return single(upper.toLowerCase()) ?? upper;
}

/** The mapping, if it is one character; some letters have several in the other case. */
function single(mapping: string): string | null {
  return Array.from(mapping).length === 1 ? mapping : null;
}
