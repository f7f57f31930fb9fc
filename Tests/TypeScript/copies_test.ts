/**
 * Several copies of the module in one page, also one of an older version: a random sequence of what
 * pages do with them has the result that one module would have.
 */
import { show } from "./app.ts";
import { assertEquals } from "./assert.ts";
import * as first from "./first.ts";
import * as older from "./older.ts";
import * as second from "./second.ts";

interface Bridge {
  page?: string;
  listens?: Record<string, boolean>;
  calls?: Record<string, unknown>;
}

const bridge = (): Bridge => (globalThis as unknown as { __bascule: Bridge }).__bascule;

/** A generator of pseudo-random numbers below a bound. */
function random(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * bound);
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

/** What the page has announced last. */
const told: { events: string[]; calls: string[]; listens: string[] } = {
  events: [],
  calls: [],
  listens: [],
};

const long = Deno.env.get("BASCULE_LONG") === "1";
const seeds = Number(Deno.env.get("BASCULE_SEED") ?? 1);

/** Like the script of the app for a call; `implementation` names the one that was called. */
async function call(): Promise<unknown> {
  const implementation = bridge().calls?.["resizeImages"];
  if (typeof implementation !== "function") return undefined;
  return await implementation({ maxWidth: 1 });
}

const modules = [first, second, older];

Deno.test("copies of the module share calls and events", async () => {
  show({
    __bascule: (body) => {
      Object.assign(told, body);
    },
  });
  (globalThis as unknown as { __bascule: Bridge }).__bascule = { page: "a" };
  for (let round = 0; round < (long ? 500 : 30); round++) {
    const below = random(seeds * 1000 + round);
    // An older version cannot know that it is removed below another one.
    const copies = round % 3 === 0 ? modules : [first, second];
    const isStack = copies.length === 3;
    const implementations: { number: number; stop: () => void; isOlder?: boolean }[] = [];
    const listeners: { number: number; stop: () => void }[] = [];
    const heard: number[] = [];
    let number = 0;
    for (let step = 0; step < 30; step++) {
      const copy = copies[below(copies.length)] as typeof first;
      const own = ++number;
      switch (below(4)) {
        case 0: {
          // An older version forgets its own first one.
          const last = implementations[implementations.length - 1];
          const isOlder = copy as unknown === older && last?.isOlder !== true;
          const implement = isOlder ? older.implementResizeImages : first.implementResizeImages;
          const stop = (copy as unknown === older ? implement : copy.implementResizeImages)(() =>
            own
          );
          implementations.push({ number: own, stop, isOlder });
          break;
        }
        case 1: {
          const index = isStack ? implementations.length - 1 : below(implementations.length + 1);
          implementations.splice(Math.max(0, index), 1)[0]?.stop();
          break;
        }
        case 2:
          listeners.push({ number: own, stop: copy.onLocale(() => heard.push(own)) });
          break;
        default:
          listeners.splice(below(listeners.length + 1), 1)[0]?.stop();
      }
      assertEquals(
        [round, step, await call()],
        [round, step, implementations[implementations.length - 1]?.number],
      );
      heard.length = 0;
      const detail = { name: "locale", body: "de" };
      globalThis.dispatchEvent(new CustomEvent("WebAppEvent", { detail }));
      const numbers = (values: number[]) => [...values].sort((a, b) => a - b);
      assertEquals(numbers(heard), numbers(listeners.map(({ number }) => number)));
      assertEquals(bridge().listens?.["locale"] === true, listeners.length > 0);
    }
    for (const { stop } of [...implementations.reverse(), ...listeners]) stop();
    assertEquals(await call(), undefined);
    await settled();
    assertEquals(told.listens, []);
  }
});

Deno.test("the contract is that of all copies", async () => {
  (globalThis as unknown as { __bascule: Bridge }).__bascule = { page: "a" };
  const { contract } = first;
  const newer = contract.events as string[];
  newer.push("fromANewerVersion");
  const stops = [first.onLocale(() => {}), second.onResumed(() => {})];
  await settled();
  assertEquals(told.events.includes("fromANewerVersion"), true);
  assertEquals(told.listens, ["locale", "resumed"]);
  stops.forEach((stop) => stop());
  await settled();
  assertEquals(told.events.includes("fromANewerVersion"), true);
  assertEquals(told.events.length, second.contract.events.length + 1);
  newer.pop();
});
