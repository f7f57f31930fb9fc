import { Buffer } from "node:buffer";
import { type ChildProcess, spawn } from "node:child_process";

/** The server answered a request with an error. */
export class ResponseError extends Error {
  constructor(readonly code: number, message: string) {
    super(message);
  }
}

/** Signals that the editor no longer needs the result of a request. */
export interface Cancellation {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: () => void): { dispose(): void };
}

interface Message {
  jsonrpc: "2.0";
  id?: number | string | null;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { code: number; message: string };
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** JSON-RPC with a server process over its standard input and output. */
export class Connection {
  private readonly process: ChildProcess;
  private readonly waiting = new Map<number, Waiting>();
  private readonly requests = new Map<string, (params: any) => unknown>();
  private readonly notifications = new Map<string, (params: any) => void>();
  private received = Buffer.alloc(0);
  private nextId = 1;
  private hasEnded = false;

  /**
   * @param onEnd called once, when the process ends or cannot be started, with the reason.
   * @param log receives every message.
   */
  constructor(
    program: string,
    folder: string | undefined,
    private readonly onErrorOutput: (text: string) => void,
    private readonly onEnd: (reason: string) => void,
    private readonly log: (direction: string, message: { id?: unknown; method?: string }, text: string) => void,
  ) {
    this.process = spawn(program, ["lsp"], { cwd: folder, stdio: ["pipe", "pipe", "pipe"] });
    this.process.on("error", (error) => this.end(`cannot start \`${program}\`: ${error.message}`));
    this.process.on("exit", (code, signal) => this.end(`the server ended with ${signal ?? code}`));
    this.process.stdin?.on("error", () => {});
    this.process.stdout?.on("data", (data: Buffer) => this.receive(data));
    this.process.stderr?.on("data", (data: Buffer) => this.onErrorOutput(data.toString("utf8")));
  }

  onRequest(method: string, handler: (params: any) => unknown): void {
    this.requests.set(method, handler);
  }

  onNotification(method: string, handler: (params: any) => void): void {
    this.notifications.set(method, handler);
  }

  notify(method: string, params: unknown): void {
    this.send({ jsonrpc: "2.0", method, params });
  }

  request(method: string, params: unknown, cancellation?: Cancellation): Promise<any> {
    if (this.hasEnded) return Promise.reject(new Error("the server does not run"));
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      const listener = cancellation?.onCancellationRequested(() => {
        this.notify("$/cancelRequest", { id });
      });
      this.waiting.set(id, {
        resolve: (result) => {
          listener?.dispose();
          resolve(result);
        },
        reject: (error) => {
          listener?.dispose();
          reject(error);
        },
      });
      this.send({ jsonrpc: "2.0", id, method, params });
    });
  }

  /** Requests the server to shut down, and kills it if it does not end within two seconds. */
  async close(): Promise<void> {
    if (this.hasEnded) return;
    const timer = setTimeout(() => this.process.kill(), 2000);
    const ended = new Promise<void>((resolve) => this.process.once("exit", () => resolve()));
    try {
      await Promise.race([this.request("shutdown", undefined), ended]);
      this.notify("exit", undefined);
      await ended;
    } catch {
      this.process.kill();
    } finally {
      clearTimeout(timer);
    }
  }

  private end(reason: string): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    for (const { reject } of this.waiting.values()) reject(new Error(reason));
    this.waiting.clear();
    this.onEnd(reason);
  }

  private send(message: Message): void {
    if (this.hasEnded) return;
    const text = JSON.stringify(message);
    const body = Buffer.from(text, "utf8");
    this.log("→", message, text);
    this.process.stdin?.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin?.write(body);
  }

  private receive(data: Buffer): void {
    this.received = Buffer.concat([this.received, data]);
    while (true) {
      const head = this.received.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = /content-length: *(\d+)/i.exec(this.received.toString("latin1", 0, head))?.[1];
      const start = head + 4;
      const end = start + Number(length ?? 0);
      if (this.received.length < end) return;
      const body = this.received.toString("utf8", start, end);
      this.received = this.received.subarray(end);
      let message: Message;
      try {
        message = JSON.parse(body);
      } catch {
        this.process.kill("SIGKILL");
        return this.end("the server sent a message that is no JSON");
      }
      this.log("←", message, body);
      this.take(message);
    }
  }

  private take(message: Message): void {
    if (message.method === undefined) {
      const waiting = this.waiting.get(Number(message.id));
      this.waiting.delete(Number(message.id));
      if (message.error) waiting?.reject(new ResponseError(message.error.code, message.error.message));
      else waiting?.resolve(message.result ?? null);
    } else if (message.id === undefined) {
      this.notifications.get(message.method)?.(message.params);
    } else {
      void this.answer(message);
    }
  }

  private async answer({ id, method, params }: Message): Promise<void> {
    const handler = this.requests.get(method!);
    if (handler === undefined) {
      this.send({ jsonrpc: "2.0", id, error: { code: -32601, message: `no ${method}` } });
      return;
    }
    try {
      this.send({ jsonrpc: "2.0", id, result: (await handler(params)) ?? null });
    } catch (error) {
      this.send({ jsonrpc: "2.0", id, error: { code: -32603, message: String(error) } });
    }
  }
}
