// Pages written from the protocols of Home Assistant, Capacitor and Hotwire Native, without the generated module.
import { shown } from "./test.ts";

interface Handlers {
  [name: string]: { postMessage(body: unknown): unknown };
}
const page = globalThis as unknown as Record<string, unknown>;
const handlers = (page["webkit"] as { messageHandlers: Handlers }).messageHandlers;

// Home Assistant: a function for each authentication, and one bus in both directions.
let next = 1;
const waiting = new Map<number, (text: string) => void>();

page["externalBus"] = (message: Record<string, unknown>) => {
  if (message["type"] === "command") {
    evidence(`command ${message["command"]} ${shown(message["payload"])}`);
    handlers["externalBus"]?.postMessage({ id: message["id"], type: "result", success: true });
    return;
  }
  const done = waiting.get(message["id"] as number);
  waiting.delete(message["id"] as number);
  if (done === undefined) evidence(`unexpected ${shown(message)}`);
  else done(shown(message["success"] ? message["result"] : message["error"]));
};

page["homeAssistant"] = {
  auth(callback: string) {
    handlers["getExternalAuth"]?.postMessage({ callback, force: true });
  },
  send(type: string, payload?: unknown) {
    const id = next++;
    waiting.set(id, (text) => evidence(`result ${id} ${text}`));
    handlers["externalBus"]?.postMessage({ id, type, payload });
  },
};
page["externalAuthSetToken"] = (isGranted: boolean, token: unknown) =>
  evidence(`auth ${isGranted} ${shown(token)}`);
page["nested"] = { take: (isGranted: boolean) => evidence(`nested ${isGranted}`) };

// Capacitor: a call has an id, and its result comes to one function.
const calls = new Map<string, string>();
page["Capacitor"] = {
  fromNative(result: Record<string, unknown>) {
    const name = calls.get(result["callbackId"] as string) ?? "unexpected";
    calls.delete(result["callbackId"] as string);
    evidence(`${name} ${shown(result["success"] ? result["data"] : result["error"])}`);
  },
};
page["capacitor"] = (pluginId: string, methodName: string, options: unknown) => {
  const callbackId = String(1_000 + calls.size);
  calls.set(callbackId, `${pluginId}.${methodName}`);
  handlers["native"]?.postMessage({ type: "message", pluginId, methodName, callbackId, options });
};

// Hotwire Native: components register, and are answered by calls.
page["nativeBridge"] = new (class {
  names: string[] = [];
  register(names: string[]) {
    this.names = names;
    return true;
  }
  replyWith(message: { component: string; event: string; data: unknown }) {
    evidence(`reply ${message.component} ${message.event} ${shown(message.data)}`);
    return this.names.includes(message.component);
  }
})();
page["Turbo"] = {
  visit: (location: string, options?: unknown) =>
    new Promise((resolve) => {
      evidence(`visit ${location} ${options === undefined ? "-" : shown(options)}`);
      resolve(document.body);
    }),
};
handlers["turbo"]?.postMessage({ name: "pageLoaded", data: {} });
