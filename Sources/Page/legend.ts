/** Explains the words of rules to people who have never seen the language. */

import { code, h, lazily, marked } from "./dom.ts";
import type { Rule } from "./model.ts";
import { tokensOf } from "./syntax.ts";

/** The words and their meanings, in the order of the explanation. */
const meanings: readonly [words: string, meaning: string][] = [
  ["when", "a rule: if the condition after it holds, the app does the rest of the line"],
  ["always", "a rule for all links"],
  ["otherwise", "a rule for all links that no rule before it has taken"],
  ["scheme", "the link up to the colon, such as `https` or `tel`"],
  ["host", "the server of the link, such as `shop.example`"],
  ["path", "the link after the host, such as `/product/7`; `path[2]` is its second part, here `7`"],
  ["query", "what follows the question mark; `query.page` is the `3` in `?page=3`"],
  ["fragment", "what follows the `#`"],
  ["page", "the page that asks for the link"],
  ["frame", "where the link would load: the main frame, a frame in the page, or a new window"],
  ["navigation", "how the page came to ask for it, such as a tap on a link"],
  ["&&", "both conditions hold"],
  ["||", "one of the conditions holds"],
  ["!", "the condition after it does not hold"],
  ["==", "is the same"],
  ["!=", "is another one, or missing"],
  ["in", "is one of the list, or of the origin"],
  ["like", "looks like the text; `*` stands for any text, and `{id}` for a part that gets a name"],
  ["matches", "is of the form of the regular expression"],
  ["hasPrefix", "starts with"],
  ["hasSuffix", "ends with"],
  ["contains", "has the text in it"],
  ["exists", "is there at all"],
  ["present", "the app shows a native screen above the page"],
  ["push", "the app goes on to a native screen"],
  ["perform", "the app runs one of its actions"],
  ["attempt", "the app runs one of its actions, which may refuse; then the next rule is tried"],
  ["open", "the system opens the link, in another app or the browser"],
  ["load", "this web view loads the link"],
  ["setting", "the link is changed first"],
  ["removing", "a part of the link is removed first"],
  ["dismiss", "the app closes the page"],
  ["allow", "the web view loads the link as a web page"],
  ["javaScript", "whether the page may run scripts"],
  ["contentMode", "whether the page is asked for its mobile or its desktop form"],
  ["cancel", "the web view does not load the link"],
  ["download", "the app downloads it"],
  ["popup", "a second web view opens"],
  ["continue", "the next rule is tried as well"],
  ["leave", "the rules after this group are tried as well"],
];

/** Returns the meaning of each word that occurs in one of the rules. */
export function wordsOfRules(rules: readonly Rule[]): HTMLElement {
  return lazily("How to read these rules", () => {
    const used = usedWords(rules);
    const rows = meanings.filter(([word]) => used.has(word));
    return [
      h("p", {}, "Rules are tried from top to bottom, and the first that matches decides."),
      h(
        "dl",
        { class: "legend" },
        rows.map(([word, meaning]) => [h("dt", {}, code(word)), h("dd", {}, marked(meaning))]),
      ),
    ];
  });
}

function usedWords(rules: readonly Rule[]): Set<string> {
  const used = new Set<string>();
  for (const { at } of rules) {
    const tokens = tokensOf(at[3]).filter(({ kind }) => kind !== "space");
    tokens.forEach(({ kind, text }, index) => {
      if (kind === "string") return;
      const pair = text + (tokens[index + 1]?.text ?? "");
      used.add(kind === "mark" && meanings.some(([word]) => word === pair) ? pair : text);
    });
  }
  return used;
}
