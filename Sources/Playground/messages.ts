/** The messages between the page and its worker. */

export interface Request {
  method: string;
  [member: string]: unknown;
}

/** The first message has the compressed core, all others a request. */
export type ToWorker = { core: string } | { id: number; request: Request };

export type FromWorker =
  | { kind: "ready" }
  /** The core cannot be started. */
  | { kind: "failed"; reason: string }
  | { kind: "answer"; id: number; answer: Record<string, unknown> }
  /** The core has ended in the middle of a request; the worker has started a new one. */
  | { kind: "ended"; id: number; reason: string };
