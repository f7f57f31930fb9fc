import * as bridge from "./bascule.ts";
import { offer, shown } from "./test.ts";

// Every page of these suites has all functions that an answer, an event or a call could reach, and tells what it gets.
const page = globalThis as unknown as Record<string, unknown>;
const got = (name: string) => (...values: unknown[]) => {
  evidence(`${self.origin}${location.pathname} got ${name} ${shown(values)}`);
  return "x";
};
for (const name of ["cb", "take", "news", "run"]) page[name] = got(name);
addEventListener("told", (event) => got("told")((event as CustomEvent).detail));
bridge.onSecret(got("secret"));
bridge.onHomeSecret(got("homeSecret"));
bridge.implementShow(got("show"));

/** Asks for an answer of each kind; each has a number of its own. */
function askAll(number: number): void {
  const handlers = (page["webkit"] as {
    messageHandlers: Record<string, { postMessage(body: unknown): unknown }>;
  }).messageHandlers;
  handlers["token"]?.postMessage({ callback: "cb" });
  handlers["coin"]?.postMessage({ id: number });
  handlers["stamp"]?.postMessage({ id: number });
  handlers["bus"]?.postMessage({ type: "key", id: number });
  handlers["bus"]?.postMessage({ type: "unknown", id: number });
  handlers["homeKey"]?.postMessage({ callback: "cb" });
}
offer({ askAll });
