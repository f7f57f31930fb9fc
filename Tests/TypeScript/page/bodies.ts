/**
 * Compares the check of message bodies with the generated fake of the app.
 *
 * Arguments: the model, and the generated module for tests. Bodies are the samples, and the samples with one value
 * replaced or removed.
 */

import { faultOfBody, sampleBody } from "../../../Sources/Page/bodies.ts";
import type { Message, Model } from "../../../Sources/Page/model.ts";

interface Bridge {
  sent(name: string): unknown[];
}

const [model = "", module = ""] = Deno.args;
const { sets } = JSON.parse(Deno.readTextFileSync(model)) as Model;
const { createTestBridge } = await import(module) as { createTestBridge: () => Bridge };
const others = [null, true, 1, 1.5, "other", [], {}, { a: 1 }, ["b"]];

/** The value with each value in it replaced by others, and with each member removed. */
function* variants(value: unknown): Generator<unknown> {
  yield* others;
  if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) {
      for (const other of variants(element)) yield value.with(index, other);
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      const { [key]: _, ...rest } = value as Record<string, unknown>;
      yield rest;
      for (const other of variants(member)) yield { ...value, [key]: other };
    }
  }
}

/** Whether the fake of the app reads the body. */
async function isRead(bridge: Bridge, message: Message, body: unknown): Promise<boolean> {
  const { webkit } = globalThis as unknown as {
    webkit: { messageHandlers: Record<string, { postMessage(body: unknown): unknown }> };
  };
  const name = message.by === undefined
    ? message.identifier
    : `${message.handler}.${message.identifier}`;
  const before = bridge.sent(name).length;
  try {
    await webkit.messageHandlers[message.handler]?.postMessage(body);
  } catch {
    // Without a handler in this test, a message that is read also fails.
  }
  return bridge.sent(name).length > before;
}

let [bodies, accepted, differences] = [0, 0, 0];
for (const set of sets) {
  const bridge = createTestBridge();
  for (const message of set.contract.messages) {
    const sample = sampleBody(message, set);
    for (const body of [sample, ...variants(sample)]) {
      const fault = faultOfBody(message, body, set.contract);
      const read = await isRead(bridge, message, body);
      bodies++;
      if (read) accepted++;
      if (body === sample && fault !== null) console.log(`the sample of ${message.name}: ${fault}`);
      if (read === (fault === null) && !(body === sample && !read)) continue;
      differences++;
      if (differences < 10) {
        console.log(`${message.name} ${JSON.stringify(body)}: ${fault} ${read}`);
      }
    }
  }
}
console.log(`${bodies} bodies, ${accepted} read, ${differences} differences`);
