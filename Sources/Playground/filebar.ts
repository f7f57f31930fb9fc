/** The names of the files above the editor. */

import { h } from "../Page/dom.ts";
import { completedName, faultOfName, freshName } from "./files.ts";
import type { RuleFile } from "./files.ts";

export interface FileEvents {
  open: (name: string) => void;
  add: (name: string) => void;
  rename: (name: string, to: string) => void;
  remove: (name: string) => void;
}

/** Tabs for the files, and buttons for the one that is open. */
export function fileBar(
  files: readonly RuleFile[],
  active: string,
  events: FileEvents,
): HTMLElement {
  const form = h("div", { class: "name-form" });
  const tabs = files.map(({ name }) => fileTab(name, name === active, events));
  const list = h("div", { role: "tablist", "aria-label": "Files", class: "tabs" }, tabs);
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = files.findIndex(({ name }) => name === active);
    const next = files[(index + step + files.length) % files.length];
    if (next === undefined) return;
    events.open(next.name);
    document.querySelector<HTMLElement>('.tabs [aria-selected="true"]')?.focus();
  });
  const button = (label: string, action: () => void) =>
    h("button", { type: "button", onclick: action }, label);
  const others = files.filter(({ name }) => name !== active);
  return h(
    "div",
    { class: "files" },
    list,
    h(
      "div",
      { class: "buttons" },
      button(
        "New file",
        () => askName(form, "Name of the new file", freshName(files), files, events.add),
      ),
      button(
        "Rename",
        () =>
          askName(form, `New name of ${active}`, active, others, (to) => events.rename(active, to)),
      ),
      files.length < 2 ? null : button("Delete file", () => events.remove(active)),
    ),
    form,
  );
}

function fileTab(name: string, isActive: boolean, events: FileEvents): HTMLElement {
  return h(
    "button",
    {
      type: "button",
      role: "tab",
      "aria-selected": String(isActive),
      "aria-controls": "editor-panel",
      id: isActive ? "editor-tab" : undefined,
      tabindex: isActive ? "0" : "-1",
      onclick: () => events.open(name),
    },
    name,
  );
}

/** Asks for the name of a file in the page. */
function askName(
  place: HTMLElement,
  label: string,
  suggested: string,
  others: readonly RuleFile[],
  done: (name: string) => void,
) {
  const fault = h("p", { class: "no", role: "alert" });
  const field = h("input", {
    id: "file-name",
    type: "text",
    autocapitalize: "off",
    autocomplete: "off",
    spellcheck: "false",
    value: suggested,
  }) as HTMLInputElement;
  const take = () => {
    const name = completedName(field.value);
    const found = faultOfName(name, others);
    if (found === null) done(name);
    else fault.textContent = found;
  };
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      // The editor, which has the focus next, would take the key.
      event.preventDefault();
      take();
    } else if (event.key === "Escape") place.replaceChildren();
  });
  place.replaceChildren(
    h("p", { class: "field" }, h("label", { for: "file-name" }, label), field),
    h(
      "p",
      { class: "buttons" },
      h("button", { type: "button", onclick: take }, "OK"),
      h("button", { type: "button", onclick: () => place.replaceChildren() }, "Cancel"),
    ),
    fault,
  );
  field.focus();
  field.setSelectionRange(0, suggested.replace(/\.[^.]*$/, "").length);
}
