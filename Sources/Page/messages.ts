/** The messages of pages, and the events and calls of the app, with samples and a check of bodies. */

import { faultOfBody, sample, sampleBody } from "./bodies.ts";
import type { Context } from "./context.ts";
import { copyButton, h, lazily, marked } from "./dom.ts";
import type { Child } from "./dom.ts";
import type { Message, Sent } from "./model.ts";

export function contractView(context: Context): HTMLElement {
  const { messages, events, calls, types } = context.set.contract;
  return h(
    "section",
    { "aria-labelledby": "contract-title" },
    h("h2", { id: "contract-title" }, "What page and app tell each other"),
    group("From the page to the app", messages.map((message) => messageItem(context, message))),
    group("Events from the app to the page", events.map((event) => sentItem(context, event))),
    group("Calls from the app into the page", calls.map((call) => sentItem(context, call))),
    types === "" ? null : h(
      "details",
      {},
      h("summary", {}, "The types in TypeScript"),
      codeBlock("Types", types),
    ),
  );
}

function group(title: string, items: HTMLElement[]): Child {
  return items.length === 0 ? null : [h("h3", {}, title), h("ul", { class: "targets" }, items)];
}

function codeBlock(label: string, text: string): HTMLElement {
  const block = h(
    "pre",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": label },
    text,
  );
  return h("div", { class: "block" }, block, copyButton("Copy", () => text));
}

/** Returns the name, the documentation, and the pages that take part. */
function heading(context: Context, sent: Sent, who: string): Child[] {
  return [
    h("h4", {}, h("code", {}, sent.identifier), ` ${sent.name} `, context.sourceLink(sent.at)),
    sent.documentation === undefined ? null : h("p", { class: "hint" }, marked(sent.documentation)),
    sent.deprecated === undefined
      ? null
      : h("p", { class: "hint" }, `Deprecated: ${sent.deprecated}`),
    h("p", {}, marked(who)),
  ];
}

function signatures(sent: Sent): Child[] {
  const rows = [["TypeScript", sent.typescript], ["Swift", sent.swift]] as const;
  return rows.map(([language, text]) =>
    text === "" ? null : h("p", {}, `${language}: `, h("code", {}, text))
  );
}

function pages(origins: Sent["origins"]): string {
  const names = origins.map(({ name, pages }) => `${name} (${pages.join(", ")})`);
  return names.length === 0 ? "pages of any origin" : `pages of ${names.join(", ")}`;
}

function messageItem(context: Context, message: Message): HTMLElement {
  const who = message.isIsolated
    ? "Only scripts of the app can send it."
    : `Accepted from ${pages(message.origins)}, ` +
      (message.frames === "main" ? "main frame only." : "all frames.");
  const body = JSON.stringify(sampleBody(message, context.set), null, 2);
  const isName = /^[A-Za-z_$][\w$]*$/.test(message.handler);
  const handler = isName ? `.${message.handler}` : `[${JSON.stringify(message.handler)}]`;
  const post = `window.webkit.messageHandlers${handler}.postMessage(${body});`;
  return h(
    "li",
    {},
    heading(context, message, who),
    signatures(message),
    codeBlock(`A sample of ${message.identifier}`, post),
    message.replies === null ? null : replySample(context, message),
    checker(context, message, body),
  );
}

function replySample(context: Context, sent: Sent): HTMLElement | null {
  if (sent.replies === null) return null;
  const reply = JSON.stringify(sample(sent.replies, context.set) ?? null);
  return h("p", {}, "It is answered with, for example, ", h("code", {}, reply));
}

/** Returns a field to check a body before sending it. */
function checker(context: Context, message: Message, body: string): HTMLElement {
  return lazily("Check a body", () => {
    const id = `body-${message.at[0]}-${message.at[1]}-${message.at[2]}`;
    const result = h("p", { role: "status" });
    const area = h("textarea", { id, rows: "6", spellcheck: "false" }, body) as HTMLTextAreaElement;
    const check = () => {
      const fault = faultOfText(context, message, area.value);
      result.className = fault === null ? "yes" : "no";
      result.textContent = fault === null ? "✓ The app reads this body." : `✗ ${fault}`;
    };
    area.addEventListener("input", check);
    check();
    return [h("p", { class: "field" }, h("label", { for: id }, "Body in JSON"), area), result];
  });
}

function faultOfText(context: Context, message: Message, text: string): string | null {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    return `this is no JSON: ${error instanceof Error ? error.message : ""}`;
  }
  const fault = faultOfBody(message, body, context.set.contract);
  return fault === null ? null : `The app refuses this body: ${fault}`;
}

function sentItem(context: Context, sent: Sent): HTMLElement {
  const value = sent.sends === null
    ? null
    : JSON.stringify(sample(sent.sends, context.set), null, 2);
  return h(
    "li",
    {},
    heading(context, sent, `For ${pages(sent.origins)}.`),
    signatures(sent),
    value === null ? null : codeBlock(`A sample of ${sent.identifier}`, value),
    replySample(context, sent),
  );
}
