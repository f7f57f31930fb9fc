/** The view of the rule files, with numbered lines. */

import type { Context } from "./context.ts";
import { h } from "./dom.ts";
import { coloredLines } from "./syntax.ts";

export function sourceView(context: Context): HTMLElement {
  const [file, line] = context.state.line.split(":").map(Number);
  const section = h(
    "section",
    { "aria-labelledby": "source-title" },
    h("h2", { id: "source-title" }, "The rule files"),
    context.set.files.map(({ name, text }, index) =>
      h(
        "section",
        { "aria-label": name },
        h("h3", {}, name),
        h(
          "div",
          { class: "scroll", tabindex: "0", role: "region", "aria-label": `Lines of ${name}` },
          h(
            "ol",
            { class: "source" },
            coloredLines(text.replace(/\n$/, "")).map((content, number) => {
              const isMarked = index === file && number + 1 === line;
              return h(
                "li",
                { "aria-current": isMarked ? "true" : undefined },
                content.length === 0 ? "\u00A0" : content,
              );
            }),
          ),
        ),
      )
    ),
  );
  requestAnimationFrame(() => {
    const marked = section.querySelector("[aria-current]");
    marked?.scrollIntoView({ block: "center" });
    // Keeps the line numbers in view.
    marked?.closest(".scroll")?.scrollTo({ left: 0 });
  });
  return section;
}
