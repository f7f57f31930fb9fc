/** The view of the Swift and the TypeScript that `bascule generate` writes for the rules. */

import { copyButton, h } from "../Page/dom.ts";
import type { Answer } from "./messages.ts";

type Language = "swift" | "typescript";

const names: Record<Language, string> = { swift: "Swift", typescript: "TypeScript" };

let language: Language = "swift";

/** - Parameter ask: the files of a language. */
export function generatedView(ask: (language: string) => Promise<Answer | null>): HTMLElement {
  const result = h("div", {}, h("p", {}, "The code is being written…"));
  const show = async () => {
    const asked = language;
    const answer = await ask(asked);
    if (asked !== language) return;
    // After other rules the view is drawn again.
    if (answer === null) result.replaceChildren(h("p", {}, "The checker has written no code."));
    else result.replaceChildren(...fileParts(answer));
  };
  show();
  return h(
    "section",
    { "aria-labelledby": "code-title" },
    h("h2", { id: "code-title" }, "The code that your app and your pages get"),
    h("p", { class: "hint" }, "Without the run-time support, which is the same for all rules."),
    languageChoice(() => show()),
    result,
  );
}

function languageChoice(show: () => void): HTMLElement {
  const choices = (Object.keys(names) as Language[]).map((name) => {
    const input = h("input", {
      type: "radio",
      name: "language",
      id: `language-${name}`,
      checked: name === language,
    });
    input.addEventListener("change", () => {
      language = name;
      show();
    });
    return h("label", { for: `language-${name}` }, input, ` ${names[name]}`);
  });
  return h("fieldset", { class: "languages" }, h("legend", {}, "Language"), choices);
}

function fileParts({ error, files }: Answer): Node[] {
  if (!Array.isArray(files)) {
    return [h("p", {}, `No code is written: ${String(error ?? "the rules have errors")}.`)];
  }
  return (files as { name: string; text: string }[]).map(({ name, text }, index) =>
    h(
      "details",
      { open: index === 0 },
      h("summary", {}, h("code", {}, name), ` – ${text.trimEnd().split("\n").length} lines`),
      h("p", { class: "buttons" }, copyButton("Copy", () => text)),
      h("pre", { class: "generated", tabindex: "0", "aria-label": name }, text),
    )
  );
}
