/** Functions for pages in tests. */

declare global {
  /** Sends a text to the test, in the order of all messages of this page. */
  function evidence(text: string): void;
}

/** Makes functions available to the test. */
export function offer(functions: Record<string, unknown>): void {
  (globalThis as unknown as Record<string, unknown>)["page"] = functions;
}

/** A value as text with sorted keys, since the engine delivers objects in any order. */
export function shown(value: unknown): string {
  return JSON.stringify(value, (_, part) => {
    if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
