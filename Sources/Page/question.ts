/**
 * A form for the values of a request other than its URL: flags, values of the app, inputs, declined
 * attempts.
 */

import type { Context } from "./context.ts";
import { h, marked } from "./dom.ts";
import type { AppValue, Chain, Constant, Input, Question, RuleSet } from "./model.ts";

/**
 * Returns the form for the question.
 *
 * - Parameter show: draws the answer to the changed question.
 */
export function questionForm(context: Context, show: () => void): HTMLElement | null {
  const { chain, model, set } = context;
  if (chain === undefined) return null;
  const change = (question: Partial<Question>) => {
    context.replace({ question: { ...context.state.question, ...question } });
    show();
  };
  // The numbers begin again, so that each field has the same identifier whenever the view is drawn.
  fields = 0;
  const tested = testedNames(set);
  const inputs = model.inputs.filter(({ in: kinds, key }) =>
    kinds.includes(chain.kind) && tested.has(key)
  );
  const flags = set.flags.filter(({ name }) => tested.has(`app ${name}`));
  const values = set.values.filter(({ name }) => tested.has(`app ${name}`));
  const own = flags.length + values.length + attempts(context, chain).length;
  const appValues = own === 0 ? null : h(
    "fieldset",
    {},
    h("legend", {}, "The app at that moment"),
    flags.map((flag) => flagField(context, flag.name, flag.documentation, change)),
    values.map((value) => valueField(context, value, change)),
    attempts(context, chain).map((name) => attemptField(context, name, change)),
  );
  const request = h(
    "fieldset",
    {},
    h("legend", {}, chain.kind === "chain" ? "The request" : "The response"),
    inputs.map((input) =>
      input.keyed ? headersField(context, change) : inputField(context, input, change)
    ),
  );
  const isChanged = Object.keys(context.state.question).length > 1;
  return h(
    "details",
    { class: "settings", open: isChanged },
    h(
      "summary",
      {},
      "Circumstances: ",
      own === 0 ? "" : "the app, ",
      "the frame and more",
    ),
    h("div", { class: "fieldsets" }, appValues, request),
  );
}

/**
 * Returns the keys of the inputs that a rule tests, and `app` with the name of each flag and value.
 */
function testedNames(set: RuleSet): Set<string> {
  const roots = { request: "url", page: "page", document: "document", source: "sourceOrigin" };
  // Every chain tests the frame, and the page that makes the request has a frame if it has an
  // origin.
  const names = new Set(["frame"]);
  for (const { root, app, input, key } of set.requestValues) {
    if (root === "value") names.add(`app ${app ?? ""}`);
    else if (root !== undefined) names.add(roots[root]);
    else if (input === "flag" || input === "value") names.add(`app ${key ?? ""}`);
    else if (input === "header") names.add("headers");
    else names.add(input ?? "");
  }
  if (names.has("sourceOrigin")) names.add("source");
  return names;
}

type Change = (question: Partial<Question>) => void;

let fields = 0;

/** Returns a field with its label and documentation. */
function field(
  label: string,
  documentation: string | undefined,
  control: HTMLElement,
): HTMLElement {
  const id = `field-${++fields}`;
  control.id = id;
  const hint = documentation === undefined || documentation === ""
    ? null
    : h("span", { class: "hint", id: `${id}-hint` }, marked(documentation));
  if (hint !== null) control.setAttribute("aria-describedby", `${id}-hint`);
  const isCheck = control instanceof HTMLInputElement && control.type === "checkbox";
  const name = h("label", { for: id }, marked(label));
  const parts = isCheck ? [control, name] : [name, control];
  return h("div", { class: isCheck ? "field check" : "field" }, parts, hint);
}

function checkbox(isChecked: boolean, change: (isChecked: boolean) => void): HTMLElement {
  const box = h("input", { type: "checkbox", checked: isChecked }) as HTMLInputElement;
  box.addEventListener("change", () => change(box.checked));
  return box;
}

function textField(text: string, change: (text: string) => void, lines = 1): HTMLElement {
  const control =
    (lines === 1
      ? h("input", { type: "text", value: text, autocapitalize: "off", spellcheck: "false" })
      : h("textarea", { rows: String(lines), spellcheck: "false" }, text)) as HTMLInputElement;
  control.addEventListener("input", () => change(control.value));
  return control;
}

/** Returns the list with or without the name. */
function toggled(names: readonly string[] | undefined, name: string, isIn: boolean): string[] {
  const others = (names ?? []).filter((other) => other !== name);
  return isIn ? [...others, name].sort() : others;
}

function flagField(
  context: Context,
  name: string,
  documentation: string | undefined,
  change: Change,
): HTMLElement {
  const isOn = (context.state.question.flags ?? []).includes(name);
  const box = checkbox(isOn, (isChecked) => {
    change({ flags: toggled(context.state.question.flags, name, isChecked) });
  });
  return field(`\`${name}\``, documentation, box);
}

/** Returns the actions whose answer matters, and `open url`, in rules of the chain. */
function attempts(context: Context, chain: Chain): string[] {
  const rules = chain.runs.flatMap((run) => run.rules).map((number) => context.set.rules[number]);
  const steps = rules.flatMap((rule) => rule?.steps ?? []);
  const names = steps.filter(({ kind }) => kind.startsWith("attempt"))
    .map(({ name }) => name ?? "open url");
  return [...new Set(names)].sort();
}

function attemptField(context: Context, name: string, change: Change): HTMLElement {
  const isDeclined = (context.state.question.declined ?? []).includes(name);
  const box = checkbox(isDeclined, (isChecked) => {
    change({ declined: toggled(context.state.question.declined, name, isChecked) });
  });
  return field(
    name === "open url" ? "the system cannot open it" : `\`${name}\` does not take it`,
    undefined,
    box,
  );
}

function valueField(context: Context, value: AppValue, change: Change): HTMLElement {
  const given = context.state.question.values?.[value.name];
  const isList = value.type.startsWith("[");
  const text = Array.isArray(given) ? given.join("\n") : given === undefined ? "" : String(given);
  const control = textField(text, (text) => {
    const values: Record<string, Constant> = { ...context.state.question.values };
    if (text === "") delete values[value.name];
    else values[value.name] = isList ? text.split("\n").filter((line) => line !== "") : text;
    change({ values });
  }, isList ? 3 : 1);
  const lines = isList ? " One on each line." : "";
  const hint = `${value.documentation ?? ""}${lines}`.trim();
  return field(`\`${value.name}\`: ${value.type}${value.optional ? "?" : ""}`, hint, control);
}

function headersField(context: Context, change: Change): HTMLElement {
  const written = Object.entries(context.state.question.headers ?? {})
    .map(([name, text]) => `${name}: ${text}`).join("\n");
  const control = textField(written, (text) => {
    const headers: Record<string, string> = {};
    for (const line of text.split("\n")) {
      const [, name, value] = /^([^:\s]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) headers[name.toLowerCase()] = value;
    }
    change({ headers });
  }, 2);
  return field("headers", "`Name: value`, one on each line.", control);
}

function inputField(context: Context, input: Input, change: Change): HTMLElement {
  const { question } = context.state;
  const value = question[input.key] === undefined ? input.default : question[input.key];
  if (input.type === "Bool") {
    const box = checkbox(value === true, (isChecked) => change({ [input.key]: isChecked }));
    return field(`\`${input.name}\``, input.documentation, box);
  }
  if (input.type !== "choice") {
    const control = textField(
      value === null || value === undefined ? "" : String(value),
      (text) => {
        change({ [input.key]: text === "" ? undefined : text });
      },
    );
    return field(`\`${input.name}\``, input.documentation, control);
  }
  const choices = input.default === null ? ["", ...input.choices] : input.choices;
  const select = h(
    "select",
    {},
    choices.map((choice) =>
      h(
        "option",
        { value: choice, selected: choice === (value ?? "") },
        choice === "" ? "none" : choice,
      )
    ),
  ) as HTMLSelectElement;
  select.addEventListener("change", () => {
    change({ [input.key]: select.value === "" ? undefined : select.value });
  });
  return field(`\`${input.name}\``, input.documentation, select);
}
