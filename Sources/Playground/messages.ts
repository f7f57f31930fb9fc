/** The messages between the page and its worker. */

export interface Request {
  method: string;
  [member: string]: unknown;
}

/** The object that the core answers with. */
export type Answer = Record<string, unknown>;

/** A message to the worker: first the compressed core, and a request once the worker is ready. */
export type ToWorker = { core: string } | { id: number; request: Request };

export type FromWorker =
  | { kind: "ready" }
  /** The core cannot be started. */
  | { kind: "failed"; reason: string }
  | { kind: "answer"; id: number; answer: Answer }
  /** The core has ended in the middle of a request; the worker has started a new one. */
  | { kind: "ended"; id: number; reason: string };
