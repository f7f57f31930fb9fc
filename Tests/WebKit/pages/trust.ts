import * as bridge from "./bascule.ts";
import { offer } from "./test.ts";

const asks: Record<string, (text: string) => Promise<string>> = {
  anyone: bridge.sendToAnyone,
  store: bridge.sendToStore,
  branches: bridge.sendToBranches,
  everywhere: bridge.sendToEverywhere,
  pay: bridge.sendToPay,
  local: bridge.sendToLocal,
  books: bridge.sendToBooks,
  both: bridge.sendToBoth,
  framedAnyone: bridge.sendFramedAnyone,
  framedStore: bridge.sendFramedStore,
  asked: bridge.sendAsked,
};

/** The strategies that accept this page; the others report that they reject it. */
async function answering(): Promise<string> {
  const found: string[] = [];
  for (const [name, ask] of Object.entries(asks)) {
    try {
      if ((await ask(name)) === `heard ${name}`) found.push(name);
      else found.push(`${name} answered wrongly`);
    } catch (error) {
      const { message } = error as Error;
      if (!message.endsWith("are refused")) found.push(`${name}: ${message}`);
    }
  }
  return found.join(" ");
}

/** An invalid value: the sender is rejected before the value is read. */
async function refusals(): Promise<string> {
  const { messageHandlers } = (globalThis as unknown as {
    webkit: { messageHandlers: Record<string, { postMessage(body: unknown): Promise<unknown> }> };
  }).webkit;
  const found: string[] = [];
  for (const name of ["store", "branches", "everywhere", "pay", "local", "books", "both"]) {
    await messageHandlers[name]?.postMessage({ no: "string" }).catch((error: Error) => {
      found.push(error.message);
    });
  }
  return found.join("\n");
}

/** What the app answers to a page of the server that it gives. */
async function home(): Promise<string> {
  try {
    return await bridge.sendToHome("hello");
  } catch (error) {
    return (error as Error).message;
  }
}

let news = "";
bridge.onHomeNews((text) => {
  news += `${text};`;
});
bridge.implementHomeName(() => "name of home");

offer({ answering, refusals, home, news: () => news });

if (globalThis !== globalThis.top) {
  answering().then((names) => {
    const marks = (globalThis as unknown as { marks?: string[] }).marks ?? [];
    evidence(`frame ${globalThis.name} ${self.origin}: ${names}; ${marks.join(", ")}`);
  });
}
