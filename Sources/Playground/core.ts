/** Asks the core, which runs in a worker: one request at a time, the newest of each kind. */

import { firstWorker, newWorker } from "./boot.ts";
import type { Answer, FromWorker, Request, ToWorker } from "./messages.ts";

/** Events of the core that are shown to the user. */
export interface CoreEvents {
  /** The core cannot run in this browser. */
  failed: (reason: string) => void;
  /** A request took too long or ended the core, and a new core has started. */
  stopped: (method: string, reason: string) => void;
}

/** The time after which a request is stopped, and after which a start has failed, in milliseconds. */
const timeLimits = { request: 20_000, start: 90_000 };

/** The order in which waiting requests are sent: first what someone waits for while typing. */
const order = ["complete", "format", "fix", "check", "page", "diff", "generate"];

interface Waiting {
  request: Request;
  done: (answer: Answer | null) => void;
}

export class Core {
  private worker: Worker | null = null;
  private isReady = false;
  private readonly waiting = new Map<string, Waiting>();
  private running: (Waiting & { id: number }) | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private lastID = 0;
  private readonly text: string;
  private readonly events: CoreEvents;

  /** - Parameter text: the compressed core in base64. */
  constructor(text: string, events: CoreEvents) {
    this.text = text;
    this.events = events;
    this.start(firstWorker);
  }

  /**
   * The answer of the core.
   *
   * - Returns: null if a newer request of the same kind came before, or the core has no answer.
   */
  ask(request: Request): Promise<Answer | null> {
    return new Promise((done) => {
      if (this.worker === null) return done(null);
      this.waiting.get(request.method)?.done(null);
      this.waiting.set(request.method, { request, done });
      this.next();
    });
  }

  private start(worker: Worker | null) {
    this.worker = worker;
    this.isReady = false;
    if (worker === null) {
      // The listener is made with the core, so it is ready only after this constructor.
      queueMicrotask(() => this.fail("the browser starts no worker for this page"));
      return;
    }
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(data);
    worker.onerror = (event) => this.fail(event.message || "the worker has not started");
    this.timer = setTimeout(() => this.fail("it does not start"), timeLimits.start);
    worker.postMessage({ core: this.text } satisfies ToWorker);
  }

  private fail(reason: string) {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = null;
    for (const { done } of [...this.waiting.values()]) done(null);
    this.waiting.clear();
    this.running?.done(null);
    this.running = null;
    this.events.failed(reason);
  }

  private receive(message: FromWorker) {
    switch (message.kind) {
      case "failed":
        return this.fail(message.reason);
      case "ready":
        this.isReady = true;
        break;
      default: {
        const running = this.running;
        if (running?.id !== message.id) return;
        this.running = null;
        running.done(message.kind === "answer" ? message.answer : null);
        if (message.kind === "ended") this.events.stopped(running.request.method, message.reason);
      }
    }
    clearTimeout(this.timer);
    this.next();
  }

  private next() {
    if (!this.isReady || this.running !== null) return;
    const methods = [...this.waiting.keys()].sort((a, b) => order.indexOf(a) - order.indexOf(b));
    const [method = ""] = methods;
    const next = this.waiting.get(method);
    if (next === undefined) return;
    this.waiting.delete(method);
    this.running = { ...next, id: ++this.lastID };
    this.timer = setTimeout(() => this.stop(), timeLimits.request);
    this.worker?.postMessage(
      { id: this.lastID, request: next.request } satisfies ToWorker,
    );
  }

  /** Ends a request that takes too long, by ending its worker: the core cannot be interrupted. */
  private stop() {
    const running = this.running;
    this.running = null;
    this.worker?.terminate();
    running?.done(null);
    this.start(newWorker());
    const seconds = timeLimits.request / 1000;
    this.events.stopped(running?.request.method ?? "", `it took longer than ${seconds} seconds`);
  }
}
