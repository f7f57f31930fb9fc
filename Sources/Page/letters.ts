/** Compares texts ignoring the case of letters. */

/** Returns the text after Unicode's simple case folding, which ignores the case of letters. */
export function caseless(text: string): string {
  return Array.from(text, caselessLetter).join("");
}

function caselessLetter(letter: string): string {
  // The Turkish dotless i is no variant of `I`.
  if (letter === "\u0131") return letter;
  const upper = single(letter.toUpperCase()) ?? letter;
  return single(upper.toLowerCase()) ?? upper;
}

/** Returns the mapping if it is one character. Some letters become several in the other case. */
function single(mapping: string): string | null {
  return Array.from(mapping).length === 1 ? mapping : null;
}
