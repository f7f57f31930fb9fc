/** What only a test gives a page. */

declare global {
  /** Tells the test, in the order of all messages of this page. */
  function evidence(text: string): void;
}

/** Puts functions where the test finds them. */
export function offer(functions: Record<string, unknown>): void {
  (globalThis as unknown as Record<string, unknown>)["page"] = functions;
}

/** A value as text, keys sorted: the engine hands objects over in any order. */
export function shown(value: unknown): string {
  return JSON.stringify(value, (_, part) => {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
