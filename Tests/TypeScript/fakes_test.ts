/**
 * The fakes behave like what they replace: random sequences of what a page and an app do are played
 * to the fake of the app, to an app in another process, and to that app with the fake of the page.
 */
import * as bridge from "./fakes_bridge.ts";
import type { ItemInput, ListenOptions } from "./fakes_bridge.ts";
import { createTestBridge } from "./fakes_bridge.testing.ts";
import { assertEquals, shown } from "./assert.ts";

type JSONObject = Record<string, unknown>;
type EventName = "newest" | "never" | "three" | "many";

type Op =
  | { op: "listen" | "unlisten"; event: EventName; once?: boolean }
  | { op: "implement" | "unimplement" | "release" | "reload" }
  | { op: "send"; message: keyof typeof sends; item: ItemInput; callback: string }
  | { op: "raw"; handler: string; body: unknown }
  | { op: "dispatch"; event: EventName; value: number }
  | { op: "call"; call: "twice" | "poke" | "page.atPath"; value: number };

/** What happens at once, before anything else is handled. */
type Step = Op[];

const id = { value: 0 };

const sends = {
  ask: (item: ItemInput) => bridge.sendAsk(item),
  tell: (item: ItemInput) => bridge.sendTell(item),
  asText: (item: ItemInput) => bridge.sendAsText([item.count ?? 1, 2]),
  viaEvent: (item: ItemInput) => bridge.sendViaEvent({ id: ++id.value, item }),
  viaName: (item: ItemInput, callback: string) => bridge.sendViaName({ callback, item }),
  viaPath: (item: ItemInput) => bridge.sendViaPath({ id: { n: ++id.value }, item }),
  envelopeAsk: (item: ItemInput) => bridge.sendEnvelopeAsk(item),
  envelopeTell: (item: ItemInput) => bridge.sendEnvelopeTell(item),
  inlineAsk: (item: ItemInput) => bridge.sendInlineAsk({ id: ++id.value, item }),
  inlineTell: (item: ItemInput) => bridge.sendInlineTell({ item }),
  quietTell: (item: ItemInput) => bridge.sendQuietTell(item),
};

const listening = {
  newest: [bridge.onNewest, bridge.onceNewest],
  never: [bridge.onNever, bridge.onceNever],
  three: [bridge.onThree, bridge.onceThree],
  many: [
    (listener: (value: number) => void) => bridge.onMany((item) => listener(item.count)),
    (options: ListenOptions) => bridge.onceMany(options).then((item) => item.count),
  ],
} as const;

// MARK: The page

const page = globalThis as unknown as JSONObject & {
  webkit?: unknown;
  __bascule?: unknown;
  document: { readyState: string };
  desk?: unknown;
  cb?: unknown;
  page?: unknown;
};
page.document = { readyState: "complete" };
Object.defineProperty(page, "location", {
  value: { origin: "https://page.example", protocol: "https:" },
});

const task = () => new Promise((resolve) => setTimeout(resolve));

/** What the app side of a page does; the page's own side is the same for all. */
interface App {
  dispatch(event: EventName, value: number): unknown;
  call(call: "twice" | "poke" | "page.atPath", value: number): Promise<unknown>;
  release(): void;
  reload(): void;
  /** Waits until nothing is left to do. */
  settle(): Promise<JSONObject>;
  close(): void;
}

/** What a page and a test of an app can observe in one step. */
interface Seen {
  heard: unknown[];
  /** By promises, which settle after the task of the event: the fake sends kept events in one task. */
  once: unknown[];
  raw: unknown[];
  told: unknown[];
  results: JSONObject;
  app: JSONObject;
}

function sort(list: unknown[]): unknown[] {
  return list.sort((one, other) => shown(one) < shown(other) ? -1 : 1);
}

const callValue = (call: string, value: number): unknown =>
  call === "page.atPath" ? { n: value, ...(value % 2 ? { item: { sku: "i" } } : {}) } : value;

async function play(steps: Step[], app: App): Promise<Seen[]> {
  let seen: Seen = { heard: [], once: [], raw: [], told: [], results: {}, app: {} };
  const stops: { event: EventName; stop: () => void }[] = [];
  let implemented: (() => void)[] = [];
  let number = 0;
  const ending = new AbortController();
  id.value = 0;
  const hear = (event: Event) => {
    const { detail } = event as CustomEvent;
    seen.raw.push(detail);
  };
  const answered = (event: Event) => seen.told.push(["answered", (event as CustomEvent).detail]);
  globalThis.addEventListener("WebAppEvent", hear);
  globalThis.addEventListener("answered", answered);
  page.desk = { take: (...values: unknown[]) => seen.told.push(["desk.take", ...values]) };
  page.cb = { take: (...values: unknown[]) => seen.told.push(["cb.take", ...values]) };

  function note(key: string, result: Promise<unknown>): void {
    const { results } = seen;
    result.then(
      (value) => results[key] = ["fulfilled", value],
      (error) => results[key] = [error.code, error.reason, error.message],
    );
  }

  function run(op: Op): void {
    number++;
    const key = `${number} ${op.op}`;
    switch (op.op) {
      case "listen": {
        const [on, once] = listening[op.event];
        const name = op.event;
        if (op.once === true) {
          const { signal } = ending;
          once({ signal }).then((value: unknown) => seen.once.push([name, value]), () => {});
        } else {
          const stop = on((value: unknown) => seen.heard.push([name, value]));
          stops.push({ event: op.event, stop });
        }
        return;
      }
      case "unlisten": {
        const index = stops.findIndex(({ event }) => event === op.event);
        if (index >= 0) stops.splice(index, 1)[0]?.stop();
        return;
      }
      case "implement":
        if (implemented.length > 0) return;
        implemented = [
          bridge.implementTwice((value) => {
            if (value > 50) throw new Error("too great");
            return value * 2;
          }),
          bridge.implementPoke(() => {}),
          () => delete page.page,
        ];
        page.page = {
          atPath(n: number, item: unknown) {
            seen.told.push(["page.atPath", n, item]);
            return n + 1;
          },
        };
        return;
      case "unimplement":
        implemented.forEach((stop) => stop());
        implemented = [];
        return;
      case "send":
        return note(key, sends[op.message](op.item, op.callback));
      case "raw": {
        const handlers = (page.webkit as {
          messageHandlers: Record<string, { postMessage(body: unknown): unknown }>;
        }).messageHandlers;
        const result = handlers[op.handler]?.postMessage(op.body);
        if (!(result instanceof Promise)) {
          seen.results[key] = "no promise";
          return;
        }
        const { results } = seen;
        result.then(
          (value) => results[key] = ["fulfilled", value],
          (error) => results[key] = error instanceof Error ? error.message : error,
        );
        return;
      }
      case "dispatch":
        return void app.dispatch(op.event, op.value);
      case "call": {
        const { results } = seen;
        app.call(op.call, op.value).then(
          (value) => results[key] = value ?? null,
          (error: Error) => results[key] = error.message,
        );
        return;
      }
      case "release":
        return app.release();
      case "reload":
        stops.splice(0).forEach(({ stop }) => stop());
        implemented.forEach((stop) => stop());
        implemented = [];
        return app.reload();
    }
  }

  const all: Seen[] = [];
  for (const step of [...steps, [{ op: "release" as const }]]) {
    for (const op of step) run(op);
    seen.app = await app.settle();
    // Neither promises nor answers to different messages have an order.
    sort(seen.once);
    sort(seen.told);
    all.push(seen);
    seen = { heard: [], once: [], raw: [], told: [], results: {}, app: {} };
  }
  stops.forEach(({ stop }) => stop());
  implemented.forEach((stop) => stop());
  ending.abort();
  await app.settle();
  globalThis.removeEventListener("WebAppEvent", hear);
  globalThis.removeEventListener("answered", answered);
  app.close();
  delete page.__bascule;
  delete page.webkit;
  return all;
}

// MARK: The fake of the app

function fake(): App {
  const app = createTestBridge();
  let waiting: (() => void)[] = [];
  const handle = ({ sku, count }: { sku: string; count: number }): number | Promise<number> => {
    if (sku === "gone") throw Object.assign(new Error("there are no more"), { reason: "soldOut" });
    if (sku === "broken") throw new Error("a secret");
    if (sku !== "wait") return count * 2;
    return new Promise((resolve) => waiting.push(() => resolve(count * 2)));
  };
  const tell = async (item: { sku: string; count: number }) => void await handle(item);
  app.on("ask", handle);
  app.on("tell", tell);
  app.on("asText", (values) => values.reverse());
  app.on("viaEvent", ({ item }) => handle(item));
  app.on("viaName", ({ item }) => handle(item));
  app.on("viaPath", ({ item }) => handle(item));
  app.on("envelope.ask", handle);
  app.on("envelope.tell", tell);
  app.on("inline.ask", ({ item }) => handle(item));
  app.on("inline.tell", ({ item }) => tell(item));
  app.on("quiet.tell", tell);
  return {
    dispatch(event, value) {
      if (event === "many") app.fire(event, { sku: "i", count: value });
      else app.fire(event, value);
    },
    call: (call, value) => app.call(call as "twice", callValue(call, value) as number),
    release() {
      waiting.splice(0).forEach((resolve) => resolve());
      waiting = [];
    },
    reload() {},
    async settle() {
      await task();
      await task();
      return {};
    },
    close: () => app.close(),
  };
}

// MARK: An app in another process

/** The value with `{ "$nested": 3 }` in place of `[[[]]]`, which can be deeper than JSON text. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) {
    let levels = 1;
    let inner: unknown = value;
    while (Array.isArray(inner) && inner.length === 1) {
      inner = inner[0];
      levels++;
    }
    const isNested = Array.isArray(inner) && inner.length === 0 && levels > 1;
    return isNested ? { $nested: levels } : value.map(shortened);
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, shortened(item)]);
  return Object.fromEntries(entries);
}

/** The lines for the fake of the page that do what the last page did. */
let lines: JSONObject[][] = [];

class Process {
  readonly #process: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  receive: (line: JSONObject) => void = () => {};
  /** The number of lines that have been written. */
  count = 0;

  constructor(program: string) {
    this.#process = new Deno.Command(program, { stdin: "piped", stdout: "piped" }).spawn();
    this.#writer = this.#process.stdin.getWriter();
    void this.#read();
  }

  async #read(): Promise<void> {
    let text = "";
    for await (const piece of this.#process.stdout.pipeThrough(new TextDecoderStream())) {
      text += piece;
      const parts = text.split("\n");
      text = parts.pop() ?? "";
      for (const part of parts) this.receive(JSON.parse(part));
    }
  }

  write(line: JSONObject): void {
    this.count++;
    void this.#writer.write(new TextEncoder().encode(JSON.stringify(line) + "\n"));
  }

  async end(): Promise<void> {
    await this.#writer.close();
    await this.#process.status;
  }
}

async function real(process: Process): Promise<App> {
  const pending = new Map<number, { resolve(v: unknown): void; reject(e: unknown): void }>();
  let done: JSONObject = {};
  let step: JSONObject[] = [];
  lines = [];
  let number = 0;
  let announcement = "";
  let load = 0;
  const started = new Promise<{ name: string; replies: boolean }[]>((resolve) => {
    process.receive = (line) => {
      announcement = line["announcement"] as string;
      resolve(line["handlers"] as { name: string; replies: boolean }[]);
    };
  });
  process.write({ op: "start" });
  const handlers = await started;

  /** Sends a line to the app; its fake of the page gets the same. */
  function ask(line: JSONObject): Promise<unknown> {
    const id = ++number;
    step.push({ ...line, id });
    process.write({ ...line, id });
    return new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
  }

  async function run(line: JSONObject): Promise<void> {
    const AsyncFunction = (async () => {}).constructor as new (
      ...text: string[]
    ) => (...values: unknown[]) => Promise<unknown>;
    const values = line["arguments"] as JSONObject;
    const script = new AsyncFunction(...Object.keys(values), line["body"] as string);
    // WebKit runs scripts in tasks of their own.
    await task();
    const id = line["run"];
    try {
      process.write({ op: "result", id, value: await script(...Object.values(values)) ?? null });
    } catch (error) {
      process.write({ op: "result", id, error: (error as Error).message });
    }
  }

  let synced: (line: JSONObject) => void = () => {};
  process.receive = (line) => {
    if (line["run"] !== undefined) return void run(line);
    if (line["synced"] !== undefined) return synced(line);
    const id = (line["answered"] ?? line["done"]) as number;
    if (line["error"] === undefined) pending.get(id)?.resolve(line["value"] ?? line["result"]);
    else pending.get(id)?.reject(new Error(line["error"] as string));
    const { message } = JSON.parse(line["error"] as string ?? "{}");
    if (line["answered"] !== undefined) done[`answer ${id}`] = message ?? line["value"];
    else done[`done ${id}`] = line["result"];
  };

  function show(): void {
    load++;
    const own = load;
    const offered: Record<string, { postMessage(body: unknown): unknown }> = {
      __bascule: {
        postMessage(body) {
          if (own === load) process.write({ op: "page", body });
        },
      },
    };
    for (const { name, replies } of handlers) {
      offered[name] = {
        postMessage(body) {
          const answer = ask({ op: "post", name, body: shortened(body) });
          return replies ? answer : undefined;
        },
      };
    }
    delete page.__bascule;
    page.webkit = { messageHandlers: offered };
    new Function(announcement)();
    if (page.document.readyState === "complete") {
      globalThis.dispatchEvent(new Event("load"));
    }
  }

  show();
  return {
    dispatch(event, value) {
      void ask({
        op: "dispatch",
        event,
        value: event === "many" ? { sku: "i", count: value } : value,
      });
    },
    async call(call, value) {
      const result = await ask({ op: "call", call, value: callValue(call, value) });
      if (typeof result === "string") throw new Error(result);
      return result;
    },
    release() {
      step.push({ op: "release" });
      process.write({ op: "release" });
    },
    reload() {
      step.push({ op: "reload" });
      show();
    },
    async settle() {
      let reports: unknown[] = [];
      while (true) {
        await task();
        const { count } = process;
        const answer = new Promise<JSONObject>((resolve) => synced = resolve);
        process.write({ op: "sync", id: 0 });
        reports = [...reports, ...(await answer)["reports"] as unknown[]];
        await task();
        if (process.count === count + 1) break;
      }
      const seen = { ...done, reports };
      done = {};
      lines.push(step);
      step = [];
      return seen;
    },
    close() {
      load++;
    },
  };
}

// MARK: Random steps

function random(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) % bound;
  };
}

const names: EventName[] = ["newest", "never", "three", "many"];
const handlers = ["ask", "tell", "asText", "viaEvent", "viaName", "viaPath"];
const channels = ["envelope", "inline", "quiet"];

function nested(levels: number): unknown {
  return JSON.parse("[".repeat(levels) + "]".repeat(levels));
}

/** - `isPage`: only what the fake of the page can do. */
function randomSteps(below: (bound: number) => number, isPage: boolean): Step[] {
  const one = <Element>(list: readonly Element[]): Element => list[below(list.length)] as Element;
  const item = (): ItemInput => ({
    sku: one(["a", "a", "a", "gone", "broken", "wait"]),
    ...(below(2) === 0 ? { count: below(9) } : {}),
    ...(below(3) === 0 ? { level: "high" as const } : {}),
  });
  const body = (): unknown => {
    const value = one<unknown>([
      undefined,
      null,
      3,
      "text",
      [],
      {},
      { sku: 1 },
      { sku: "a", count: 1.5 },
      "[1,2]",
      '{"type":"ask","payload":{"sku":"a"}}',
      '{"kind":"ask","id":7,"item":{"sku":"a","count":4}}',
      "{",
      nested(512),
      nested(513),
      "[".repeat(600) + "]".repeat(600),
      { id: 5, item: { sku: "a" } },
      { callback: "cb.take", item: { sku: "a" } },
      { callback: "cb.take", item: { sku: 4 } },
      { callback: one(["a..b", "", "alert(1)", "0a"]), item: { sku: "a" } },
    ]);
    const name = one<unknown>(["ask", "tell", "other", "constructor", "__proto__", 4, null]);
    const field = one(["type", "kind"]);
    if (below(2) === 0) return value;
    return below(2) === 0
      ? { [field]: name, payload: value, data: value }
      : { [field]: name, id: 3, item: value };
  };
  const pageOp = (): Op => {
    switch (below(isPage ? 7 : 9)) {
      case 0:
      case 1:
        return { op: "listen", event: one(names), once: !isPage && below(4) === 0 };
      case 2:
        return { op: "unlisten", event: one(names) };
      case 3:
        return { op: "implement" };
      case 4:
        return { op: "raw", handler: one([...handlers, ...channels, ...channels]), body: body() };
      case 7:
        return { op: "unimplement" };
      default: {
        const paths = isPage ? ["cb.take"] : ["cb.take", "cb.take", "cb.none", "toString", "x"];
        const message = one(Object.keys(sends) as (keyof typeof sends)[]);
        return { op: "send", message, item: item(), callback: one(paths) };
      }
    }
  };
  const appOp = (): Op => {
    switch (below(isPage ? 6 : 5)) {
      case 0:
        return { op: "release" };
      case 1:
        return {
          op: "call",
          call: one(["twice", "poke", "page.atPath"] as const),
          value: below(80),
        };
      case 5:
        return below(3) === 0 ? { op: "reload" } : { op: "release" };
      default:
        return { op: "dispatch", event: one(names), value: below(1000) };
    }
  };
  return Array.from({ length: 5 + below(20) }, () =>
    below(2) === 0
      ? [appOp()]
      // What the test page does is done one after the other.
      : Array.from({ length: isPage ? 1 : 1 + below(3) }, pageOp));
}

/** The steps until that one; long texts are cut. */
function described(steps: Step[], number: number): string {
  const text = JSON.stringify(steps.slice(0, number + 1));
  return text.replace(/([\[\]])\1{20,}/g, "$1…");
}

const [program = "", cases = "40", seedText = "1"] = Deno.args;
const seed = Number(seedText);

Deno.test("the fake of the app behaves like the app", async () => {
  const process = new Process(program);
  for (let index = 0; index < Number(cases); index++) {
    const below = random(seed * 7919 + index);
    page.document.readyState = below(2) === 0 ? "complete" : "loading";
    const steps = randomSteps(below, false);
    const found = await play(steps, fake());
    const expected = await play(steps, await real(process));
    steps.forEach((_step, number) => {
      const at = [index, number, page.document.readyState, described(steps, number)];
      const { app: _fake, ...seen } = found[number] as Seen;
      const { app: _real, ...wanted } = expected[number] as Seen;
      assertEquals([at, seen], [at, wanted]);
    });
  }
  await process.end();
});

Deno.test("the fake of the app has the limits of the app", async () => {
  const process = new Process(program);
  const ask = (sku: string): Op => ({ op: "send", message: "ask", item: { sku }, callback: "" });
  const via: Op = { op: "send", message: "viaEvent", item: { sku: "a" }, callback: "" };
  const many = (event: EventName): Op[] =>
    Array.from({ length: 105 }, (_, value) => ({ op: "dispatch", event, value }));
  page.document.readyState = "loading";
  const steps: Step[] = [
    ...names.flatMap((event) => many(event).map((op) => [op])),
    ...names.map((event): Step => [{ op: "listen", event }]),
    Array.from({ length: 1000 }, () => ask("wait")),
    [ask("a"), via],
    [{ op: "release" }],
    [ask("a"), via],
  ];
  const found = await play(steps, fake());
  const expected = await play(steps, await real(process));
  found.forEach(({ app: _fake, ...seen }, number) => {
    const { app: _real, ...wanted } = expected[number] as Seen;
    assertEquals([number, seen], [number, wanted]);
  });
  const heard = found.slice(420, 424).map(({ heard }) => heard.length);
  assertEquals(heard, [1, 0, 3, 100]);
  assertEquals(found[425]?.results["1425 send"], [
    "busy",
    undefined,
    "ask: too many earlier messages have no answer yet",
  ]);
  await process.end();
});

Deno.test("the fake of the page behaves like a page", async () => {
  const process = new Process(program);
  const wanted: unknown[] = [];
  const replayed: JSONObject[][][] = [];
  const allSteps: Step[][] = [];
  for (let index = 0; index < Number(cases); index++) {
    const below = random(seed * 104729 + index);
    page.document.readyState = "loading";
    const steps = randomSteps(below, true);
    const heard: Record<string, unknown[]> = { newest: [], never: [], three: [], many: [] };
    const told: unknown[] = [];
    const seen = await play(steps, await real(process));
    allSteps.push(steps);
    wanted.push(seen.map((step) => {
      // Of several listeners of the page each hears the event; the app sends it once.
      for (const { name, body } of step.raw as { name: string; body: unknown }[]) {
        heard[name]?.push(name === "many" ? (body as { count: number }).count : body);
      }
      told.push(...step.told.filter((answer) => (answer as unknown[])[0] !== "page.atPath"));
      return {
        ...step.app,
        heard: names.flatMap((name) => heard[name] ?? []),
        answers: sort([...told]),
      };
    }));
    // What the page does itself is not among the lines for the app.
    replayed.push(lines.map((line, number) => {
      const own = (steps[number] ?? []).filter(({ op }) =>
        ["listen", "unlisten", "implement"].includes(op)
      );
      return [...own as unknown as JSONObject[], ...line];
    }));
  }
  await process.end();
  const file = await Deno.makeTempFile();
  await Deno.writeTextFile(file, JSON.stringify(replayed.map((steps) => steps.slice(0, -1))));
  const output = await new Deno.Command(program, { args: [file] }).output();
  await Deno.remove(file);
  const results = new TextDecoder().decode(output.stdout).trim().split("\n");
  assertEquals([output.success, results.length], [true, wanted.length]);
  results.forEach((line, index) => {
    const found = JSON.parse(line) as JSONObject[];
    const expected = wanted[index] as JSONObject[];
    assertEquals(found.length, expected.length);
    found.forEach((step, number) => {
      // A test page tells also what a page learns of a message without a promise.
      const asked = Object.keys(step).filter((key) => !key.startsWith("answer "));
      const promised = Object.keys(expected[number] ?? {});
      const keys = [...new Set([...asked, ...promised])].sort();
      const pick = (values: JSONObject | undefined) => keys.map((key) => [key, values?.[key]]);
      step["answers"] = sort(step["answers"] as unknown[]);
      const at = [index, number, described(allSteps[index] ?? [], number)];
      assertEquals([at, pick(step)], [at, pick(expected[number])]);
    });
  });
});
