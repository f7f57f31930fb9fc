/** The editor: a text area above its own text in colours, with numbered lines. */

import { h } from "../Page/dom.ts";
import type { Mark } from "./findings.ts";
import { coloredSegments } from "./highlight.ts";
import type { Segment } from "./highlight.ts";
import { lineAt, lineStarts, sameEnds } from "./offsets.ts";

export interface EditorEvents {
  changed: (before: string) => void;
  /** The caret has moved, or the focus has left. */
  moved: () => void;
  /** True if the key is done with. */
  key: (event: KeyboardEvent) => boolean;
  /** The pointer rests on a finding; null if it has left. */
  pointed: (mark: Mark | null) => void;
}

export class Editor {
  readonly element: HTMLElement;
  readonly area: HTMLTextAreaElement;
  private readonly layer = h("div", { class: "layer", "aria-hidden": "true" });
  private readonly gutter = h("div", { class: "gutter", "aria-hidden": "true" });
  private readonly events: EditorEvents;
  private marks: readonly Mark[] = [];
  private isRules = true;
  private shownText = "";
  private shownLines: string[] = [];
  private pointed: Mark | null = null;

  constructor(events: EditorEvents) {
    this.events = events;
    this.area = h("textarea", {
      id: "editor",
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      autocorrect: "off",
      wrap: "off",
      "aria-describedby": "editor-keys",
      "aria-autocomplete": "list",
    }) as HTMLTextAreaElement;
    const sheet = h("div", { class: "sheet" }, this.layer, this.area);
    this.element = h("div", { class: "editor" }, this.gutter, sheet);
    this.area.addEventListener("input", () => this.edited());
    this.area.addEventListener("keydown", (event) => this.pressed(event));
    for (const name of ["keyup", "click", "focus", "blur"]) {
      this.area.addEventListener(name, () => events.moved());
    }
    this.area.addEventListener("mousemove", (event) => this.point(this.markAt(event)));
    this.area.addEventListener("mouseleave", () => this.point(null));
  }

  get text(): string {
    return this.area.value;
  }

  get caret(): number {
    return this.area.selectionStart;
  }

  /** Shows another text, without a way back by undo. */
  show(label: string, text: string, marks: readonly Mark[], isRules: boolean): void {
    this.area.setAttribute("aria-label", label);
    this.area.value = text;
    this.area.setSelectionRange(0, 0);
    this.shownText = text;
    this.isRules = isRules;
    this.setMarks(marks);
  }

  setMarks(marks: readonly Mark[]): void {
    this.marks = marks;
    this.draw();
  }

  /** Replaces a part as if it were typed, so that undo brings it back. */
  replace(start: number, end: number, text: string): void {
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(start, end);
    const command = text === "" ? "delete" : "insertText";
    const isDone = (start === end && text === "") || document.execCommand(command, false, text);
    if (!isDone || this.text.slice(start, start + text.length) !== text) {
      this.area.setRangeText(text, start, end, "end");
      this.edited();
    }
    // Browsers bring the caret into view only while the user types.
    this.reveal(this.caret);
  }

  /** Replaces the text, as one edit of the part that differs; the caret stays where it was. */
  replaceAll(text: string): void {
    const before = this.text;
    const { prefix, suffix } = sameEnds(before, text);
    if (before === text) return;
    const { caret } = this;
    const fromEnd = before.length - caret;
    this.replace(prefix, before.length - suffix, text.slice(prefix, text.length - suffix));
    const place = caret <= prefix ? caret : Math.max(text.length - fromEnd, prefix);
    this.area.setSelectionRange(place, place);
  }

  /** Selects a part, and brings it into view. */
  select(start: number, end: number): void {
    this.area.focus({ preventScroll: true });
    this.area.setSelectionRange(start, end);
    this.reveal(start);
    this.events.moved();
  }

  /** Brings the character at an offset into view. */
  private reveal(offset: number) {
    const line = this.layer.children[lineAt(lineStarts(this.text), offset)];
    // Lines are as wide as the longest one, which is no reason to scroll sideways.
    const { scrollLeft } = this.element;
    line?.scrollIntoView({ block: "nearest" });
    this.element.scrollLeft = scrollLeft;
    const box = this.element.getBoundingClientRect();
    const { left } = this.placeOf(offset);
    const start = box.left + this.gutter.offsetWidth;
    if (left < start || left > box.right) this.element.scrollLeft += left - start - 40;
  }

  /** Places an element on the screen below the character at an offset, or above it without space. */
  placeBeside(offset: number, element: HTMLElement, gap = 0): void {
    const place = this.placeOf(offset);
    const { offsetWidth, offsetHeight } = element;
    const left = Math.max(4, Math.min(place.left, innerWidth - offsetWidth - 4));
    const isBelow = place.bottom + gap + offsetHeight < innerHeight || place.top < offsetHeight;
    element.style.left = `${left}px`;
    element.style.top = `${isBelow ? place.bottom + gap : place.top - gap - offsetHeight}px`;
  }

  /** The place of the character at an offset on the screen. */
  private placeOf(offset: number): DOMRect {
    const starts = lineStarts(this.text);
    const number = lineAt(starts, offset);
    const line = this.layer.children[number];
    if (line === undefined) return this.area.getBoundingClientRect();
    let rest = offset - (starts[number] ?? 0);
    const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const { length } = texts.currentNode as Text;
      if (rest <= length) {
        range.setStart(texts.currentNode, rest);
        return range.getBoundingClientRect();
      }
      rest -= length;
    }
    return line.getBoundingClientRect();
  }

  private edited() {
    const before = this.shownText;
    this.shownText = this.text;
    this.events.changed(before);
    this.events.moved();
  }

  private pressed(event: KeyboardEvent) {
    if (event.isComposing) return;
    if (this.events.key(event)) {
      event.preventDefault();
      return;
    }
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key === "Enter" && isPlain && !event.shiftKey) {
      event.preventDefault();
      this.breakLine();
    } else if (event.key === "}" && isPlain && this.isRules) {
      if (this.closeBlock()) event.preventDefault();
    }
  }

  /** The next line is indented as this one, and one level more after a brace. */
  private breakLine() {
    const { selectionStart: start, selectionEnd: end } = this.area;
    const line = this.text.slice(this.text.lastIndexOf("\n", start - 1) + 1, start);
    const indentation = /^ */.exec(line)?.[0] ?? "";
    const isOpen = this.isRules && /\{\s*$/.test(line);
    this.replace(start, end, `\n${indentation}${isOpen ? "  " : ""}`);
  }

  /** A brace at the start of a line ends the level of the lines before it. */
  private closeBlock(): boolean {
    const { selectionStart: start, selectionEnd: end } = this.area;
    const line = this.text.slice(this.text.lastIndexOf("\n", start - 1) + 1, start);
    if (start !== end || !/^ {2,}$/.test(line)) return false;
    this.replace(start - 2, end, "}");
    return true;
  }

  /** Draws the lines that differ from those that are shown. */
  private draw() {
    const lines = coloredSegments(this.text, this.marks, this.isRules);
    const keys = lines.map((line) => line.map(({ text, style }) => `${style}\t${text}`).join("\n"));
    const old = this.shownLines;
    const { prefix, suffix } = sameEnds(old, keys);
    for (let number = old.length - suffix - 1; number >= prefix; number--) {
      this.layer.children[number]?.remove();
    }
    const next = this.layer.children[prefix] ?? null;
    for (const line of lines.slice(prefix, lines.length - suffix)) {
      this.layer.insertBefore(lineElement(line), next);
    }
    this.shownLines = keys;
    this.drawNumbers(lines.length);
  }

  private drawNumbers(count: number) {
    while (this.gutter.children.length > count) this.gutter.lastElementChild?.remove();
    while (this.gutter.children.length < count) {
      this.gutter.append(h("div", {}, String(this.gutter.children.length + 1)));
    }
    const starts = lineStarts(this.text);
    const styles = new Map<number, string>();
    for (const mark of [...this.marks].reverse()) {
      const line = lineAt(starts, mark.start);
      if (styles.get(line) !== "error") styles.set(line, mark.severity);
    }
    [...this.gutter.children].forEach((number, line) => {
      const severity = styles.get(line);
      const style = severity === undefined ? "" : `number-${severity}`;
      if (number.className !== style) number.className = style;
    });
  }

  /** The finding under the pointer. */
  private markAt({ clientX, clientY }: MouseEvent): Mark | null {
    const on = this.marks.filter(({ start, end }) => {
      const [first, last] = [this.placeOf(start), this.placeOf(end)];
      if (clientY < first.top || clientY > last.bottom) return false;
      const isFirst = clientY <= first.bottom;
      const isLast = clientY >= last.top;
      return (!isFirst || clientX >= first.left) && (!isLast || clientX <= last.left);
    });
    return on.at(-1) ?? null;
  }

  private point(mark: Mark | null) {
    if (mark?.finding === this.pointed?.finding) return;
    this.pointed = mark;
    this.events.pointed(mark);
  }
}

function lineElement(line: readonly Segment[]): HTMLElement {
  const parts = line.map(({ text, style }) =>
    style === "" ? text : h("span", { class: style }, text)
  );
  // An empty line has the height of others.
  return h("div", {}, parts.length === 0 ? "\u200B" : parts);
}
