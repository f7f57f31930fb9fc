import {
  implementCount,
  Level,
  onTick,
  sendAsked,
  sendItemAsked,
  sendItemTold,
  sendTold,
} from "./bascule.ts";
import type { CartItemInput } from "./bascule.ts";

declare function evidence(text: string): void;

const item: CartItemInput = {
  sku: "4006381333931",
  quantity: 3,
  note: "leave it at the door",
  tags: ["new", "green", "sale"],
  options: { colour: "green", size: "XL" },
  added: new Date(1_795_260_813_123),
  link: "https://store.example/item/4006381333931?from=list",
  weight: 1.25,
  isGift: false,
  level: Level.middle,
  rating: 4.5,
};

/** The messages of the page in a hand-written app. */
const plainItem = {
  item_sku: "4006381333931",
  quantity: 3,
  note: "leave it at the door",
  tags: ["new", "green", "sale"],
  options: { colour: "green", size: "XL" },
  added: "2026-11-21T11:33:33.123Z",
  link: "https://store.example/item/4006381333931?from=list",
  weight: 1.25,
  isGift: false,
  level: "middle",
  rating: 4.5,
};

const { messageHandlers } = (globalThis as unknown as {
  webkit: { messageHandlers: Record<string, { postMessage(body: unknown): Promise<unknown> }> };
}).webkit;

function plain(name: string, body: unknown): Promise<unknown> {
  const handler = messageHandlers[name];
  if (handler === undefined) throw new Error(`no handler ${name}`);
  return handler.postMessage(body);
}

const asks: Record<string, () => Promise<unknown>> = {
  "text, generated": () => sendAsked("hello"),
  "text, by hand": () => plain("plainAsked", "hello"),
  "11 fields, generated": () => sendItemAsked(item),
  "11 fields, by hand": () => plain("plainItemAsked", plainItem),
};

const tells: Record<string, () => unknown> = {
  "text, generated": () => sendTold("hello"),
  "text, by hand": () => plain("plainTold", "hello"),
  "11 fields, generated": () => sendItemTold(item),
  "11 fields, by hand": () => plain("plainItemTold", plainItem),
};

function one(table: Record<string, () => unknown>, name: string): () => unknown {
  const found = table[name];
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

async function inTurn(name: string, count: number): Promise<void> {
  const ask = one(asks, name);
  for (let i = 0; i < count; i++) await ask();
}

async function atOnce(name: string, count: number): Promise<void> {
  const ask = one(asks, name);
  for (let i = 0; i < count; i += 100) {
    await Promise.all(Array.from({ length: 100 }, () => ask()));
  }
}

async function oneWay(name: string, count: number): Promise<void> {
  const tell = one(tells, name);
  for (let i = 0; i < count; i++) tell();
  await sendAsked("all sent");
}

let ticks = 0;
onTick((value) => {
  ticks += value.quantity > 0 ? 1 : 0;
});
implementCount((value) => value.quantity);

Object.assign(globalThis, {
  page: {
    inTurn,
    atOnce,
    oneWay,
    count: (value: { quantity: number }) => value.quantity,
    ticks: () => ticks,
  },
});
