/** The list of what can be written at the caret. */

import { announce, h } from "../Page/dom.ts";
import type { Editor } from "./editor.ts";
import type { Answer } from "./messages.ts";

interface Item {
  label: string;
  insert: string;
  detail: string;
}

interface Offer {
  start: number;
  end: number;
  items: Item[];
}

/** The number of items that are shown. */
const offeredItems = 60;

export class Completion {
  readonly element: HTMLElement = h("ul", {
    id: "completion",
    class: "completion",
    role: "listbox",
    "aria-label": "What can be written here",
    hidden: true,
  });
  private readonly editor: Editor;
  private readonly ask: (offset: number) => Promise<Answer | null>;
  private offer: Offer | null = null;
  private selected = 0;
  /** True if the user has asked for the list or moved in it, so that Return takes an item. */
  private isChosen = false;
  private number = 0;

  constructor(editor: Editor, ask: (offset: number) => Promise<Answer | null>) {
    this.editor = editor;
    this.ask = ask;
    editor.area.setAttribute("aria-controls", "completion");
    this.element.addEventListener("mousedown", (event) => {
      event.preventDefault();
      const item = (event.target as Element).closest("li");
      if (item !== null) this.take([...this.element.children].indexOf(item));
    });
  }

  get isOpen(): boolean {
    return this.offer !== null;
  }

  /** True if the key is done with. */
  key(event: KeyboardEvent): boolean {
    if (event.key === " " && event.ctrlKey) {
      this.show(true);
      return true;
    }
    if (this.offer === null || event.ctrlKey || event.metaKey || event.altKey) return false;
    const count = this.offer.items.length;
    switch (event.key) {
      case "ArrowDown":
        this.select((this.selected + 1) % count);
        return true;
      case "ArrowUp":
        this.select((this.selected + count - 1) % count);
        return true;
      case "Escape":
        this.close();
        return true;
      case "Tab":
        if (event.shiftKey) return false;
        this.take(this.selected);
        return true;
      case "Enter":
        if (!this.isChosen) {
          this.close();
          return false;
        }
        this.take(this.selected);
        return true;
      default:
        return false;
    }
  }

  /** Offers what can follow a letter or a dot that was typed. */
  typed(before: string): void {
    const { text, caret } = this.editor;
    // Until the core answers, the typed letters count as part of the word; otherwise the list would close.
    if (this.offer !== null) this.offer.end += text.length - before.length;
    const isTyped = text.length === before.length + 1 && /[\p{L}_.]/u.test(text[caret - 1] ?? "");
    if (isTyped || this.isOpen) this.show(this.isChosen && this.isOpen);
  }

  /** Closes the list if the caret is no longer at the word. */
  moved(): void {
    if (this.offer === null) return;
    const { area, caret } = this.editor;
    const isInside = caret >= this.offer.start && caret <= this.offer.end;
    if (document.activeElement !== area || !isInside) this.close();
  }

  close(): void {
    this.number++;
    this.offer = null;
    this.isChosen = false;
    this.element.hidden = true;
    this.editor.area.removeAttribute("aria-activedescendant");
  }

  private async show(isChosen: boolean) {
    const number = ++this.number;
    const { caret, text } = this.editor;
    const answer = await this.ask(caret);
    if (number !== this.number || this.editor.text !== text || this.editor.caret !== caret) return;
    const offer = filtered(answer, text, caret);
    if (offer === null) {
      this.close();
      if (isChosen) announce("nothing to complete here");
      return;
    }
    this.offer = offer;
    this.isChosen = isChosen;
    this.draw(offer);
    if (isChosen) this.select(0);
  }

  private draw(offer: Offer) {
    this.selected = 0;
    this.element.replaceChildren(...offer.items.map((item, index) =>
      h(
        "li",
        { role: "option", id: `completion-${index}`, "aria-selected": String(index === 0) },
        h("span", { class: "label" }, item.label),
        " ",
        h("span", { class: "detail" }, item.detail),
      )
    ));
    this.element.hidden = false;
    this.element.scrollTop = 0;
    this.editor.placeBeside(offer.start, this.element);
  }

  private select(index: number) {
    this.isChosen = true;
    this.element.children[this.selected]?.setAttribute("aria-selected", "false");
    this.selected = index;
    const item = this.element.children[index];
    item?.setAttribute("aria-selected", "true");
    item?.scrollIntoView({ block: "nearest" });
    this.editor.area.setAttribute("aria-activedescendant", `completion-${index}`);
    announce(item?.textContent ?? "");
  }

  private take(index: number) {
    const { offer } = this;
    const item = offer?.items[index];
    this.close();
    if (offer === null || item === undefined) return;
    this.editor.replace(offer.start, offer.end, item.insert);
    // The edit has asked for a new list.
    this.close();
  }
}

/** The items that continue what is typed; null without any. */
function filtered(answer: Answer | null, text: string, caret: number): Offer | null {
  if (answer === null || !Array.isArray(answer["items"])) return null;
  const start = Number(answer["start"] ?? caret);
  const end = Math.max(Number(answer["end"] ?? caret), caret);
  const typed = text.slice(start, caret).toLowerCase();
  const items = (answer["items"] as Partial<Item>[]).map((item): Item => ({
    label: item.label ?? "",
    insert: item.insert ?? item.label ?? "",
    detail: item.detail ?? "",
  })).filter(({ label }) => label.toLowerCase().startsWith(typed));
  const isComplete = items.length === 1 && items[0]?.insert === text.slice(start, end);
  if (items.length === 0 || isComplete) return null;
  return { start, end, items: items.slice(0, offeredItems) };
}
