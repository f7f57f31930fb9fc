/** The left side: files, editor and findings, and how they work together. */

import { announce, h } from "../Page/dom.ts";
import type { Chain, Model } from "../Page/model.ts";
import { chainLabel, writeState } from "../Page/state.ts";
import { focusAnswer, showModel } from "../Page/views.ts";
import { Completion } from "./completion.ts";
import { Editor } from "./editor.ts";
import { fileBar } from "./filebar.ts";
import { faultOfName, isRuleFile, isSameFiles, limits } from "./files.ts";
import type { RuleFile } from "./files.ts";
import { countWords, fixedFiles, marksOf, movedMarks, rankOf } from "./findings.ts";
import type { Finding, Mark, Placed } from "./findings.ts";
import type { Answer } from "./messages.ts";
import type { Notice } from "./notice.ts";
import { lineStarts, offsetOf } from "./offsets.ts";
import { findingCard, findingItem } from "./problems.ts";
import type { Session } from "./session.ts";
import { questionOfWitness } from "./witness.ts";

export class Workbench {
  /** True if the findings are hidden until the user asks for them. */
  isRiddle = false;
  private readonly session: Session;
  private readonly notice: Notice;
  private readonly editor: Editor;
  private readonly completion: Completion;
  private active = "";
  private marks: readonly Mark[] = [];
  private sayingTimer: ReturnType<typeof setTimeout> | undefined;
  /** The contents of the list as JSON, so that it is drawn only when they change. */
  private listed = "";
  private readonly bar = h("div");
  private readonly count = h("p", { id: "count" }, "The checker starts…");
  private readonly list = h("ol", { class: "findings" });
  private readonly card = h("div", { class: "card", "aria-hidden": "true", hidden: true });
  private readonly said = h("span", { class: "said" });
  private readonly fixAll = h("button", {
    type: "button",
    hidden: true,
    onclick: () => this.fixSafely(),
  }, "Fix all that is safe");

  constructor(session: Session, notice: Notice) {
    this.session = session;
    this.notice = notice;
    this.editor = new Editor({
      changed: (before) => this.typed(before),
      moved: () => this.moved(),
      key: (event) => this.completion.key(event) || this.key(event),
      pointed: (mark) => this.point(mark),
    });
    this.completion = new Completion(
      this.editor,
      (offset) => session.ask("complete", { file: this.active, offset }),
    );
    document.addEventListener("click", (event) => this.follow(event));
  }

  get elements(): HTMLElement[] {
    return [
      this.bar,
      h(
        "div",
        { id: "editor-panel", role: "tabpanel", "aria-labelledby": "editor-tab" },
        this.editor.element,
      ),
      h(
        "div",
        { class: "buttons tools" },
        h("button", { type: "button", onclick: () => this.format() }, "Format"),
        this.fixAll,
        this.said,
        keyHelp(),
      ),
      h(
        "section",
        { class: "problems", "aria-labelledby": "findings-title" },
        h("h2", { id: "findings-title", tabindex: "-1" }, "Findings"),
        this.count,
        this.list,
      ),
      this.completion.element,
      this.card,
    ];
  }

  /** Shows the files of the session after all of them have been replaced. */
  open(isRiddle = false): void {
    const { files } = this.session;
    this.isRiddle = isRiddle;
    this.marks = [];
    this.listed = "";
    this.list.replaceChildren();
    this.count.textContent = "Checking…";
    this.show(files.find(({ name }) => isRuleFile(name))?.name ?? files[0]?.name ?? "");
  }

  /** The findings of the list are those of former rules. */
  showWaiting(): void {
    this.count.textContent = "Still checking…";
    this.listed = "";
  }

  showFindings(): void {
    this.mark();
    const { findings } = this.session;
    const listed = JSON.stringify([this.isRiddle, findings]);
    if (listed === this.listed) return;
    this.listed = listed;
    this.card.hidden = true;
    if (this.isRiddle) return this.showRiddle();
    const words = countWords(findings);
    this.count.textContent = words === "no findings"
      ? "No findings."
      : `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}.`;
    announce(words);
    this.fixAll.hidden = !findings.some(({ fix }) => fix?.safe === true);
    const items = findings.map((finding, index) => ({ finding, index }));
    items.sort((a, b) => rankOf(a.finding.severity) - rankOf(b.finding.severity));
    this.list.replaceChildren(
      ...items.slice(0, shownFindings).map(({ finding, index }) =>
        findingItem(finding, index, {
          reveal: (placed) => this.reveal(placed),
          fix: (fixed) => this.fix(fixed),
          ask: (asked) => this.ask(asked),
        })
      ),
    );
    if (items.length > shownFindings) {
      this.list.append(h("li", {}, `and ${items.length - shownFindings} more`));
    }
  }

  showModel(model: Model): void {
    const place = document.getElementById("outdated");
    place?.replaceChildren();
    showModel(model);
  }

  showOutdated(): void {
    document.getElementById("outdated")?.replaceChildren(
      h(
        "p",
        { class: "alert" },
        this.session.model === null
          ? "The rules have errors, so no link can be asked yet."
          : "The rules have errors. Here are the rules as they were before.",
      ),
    );
  }

  /** Says that the findings are not known. The notice tells the reason. */
  showUnknown(): void {
    this.count.textContent = "No findings are known for these rules.";
    this.listed = "";
    this.list.replaceChildren();
  }

  fail(): void {
    this.count.textContent = "Rules cannot be checked here.";
  }

  private showRiddle() {
    this.fixAll.hidden = true;
    this.list.replaceChildren();
    this.count.replaceChildren(
      "Read the rules first: one of them is a mistake that a real app had. ",
      h("button", {
        type: "button",
        onclick: () => {
          this.isRiddle = false;
          this.showFindings();
          document.getElementById("findings-title")?.focus();
        },
      }, "Show what Bascule finds"),
    );
  }

  /** Tells what a command has done, on the screen for a short time and to screen readers. */
  private say(text: string) {
    announce(text);
    this.said.textContent = text;
    clearTimeout(this.sayingTimer);
    this.sayingTimer = setTimeout(() => this.said.textContent = "", 5000);
  }

  private get file(): RuleFile | undefined {
    return this.session.files.find(({ name }) => name === this.active);
  }

  private show(name: string) {
    this.active = name;
    const { file } = this;
    if (file === undefined) return;
    this.completion.close();
    this.bar.replaceChildren(fileBar(this.session.files, name, {
      open: (other) => this.show(other),
      add: (other) => this.add(other),
      rename: (from, to) => this.rename(from, to),
      remove: (other) => this.remove(other),
    }));
    this.marks = this.marksOf(file);
    this.editor.show(`Text of ${name}`, file.text, this.marks, isRuleFile(name));
  }

  private marksOf(file: RuleFile): Mark[] {
    return this.isRiddle ? [] : marksOf(this.session.findings, file);
  }

  private mark() {
    const { file } = this;
    if (file === undefined) return;
    this.marks = this.marksOf(file);
    this.editor.setMarks(this.marks);
  }

  private typed(before: string) {
    const { text } = this.editor;
    const size = this.session.files.reduce((sum, file) => sum + file.text.length, 0);
    if (size + text.length - before.length > limits.characters) {
      this.notice.alert("These rules are larger than the playground takes; use `bascule check`.");
      return;
    }
    this.marks = movedMarks(this.marks, before, text);
    this.editor.setMarks(this.marks);
    this.session.edit(
      this.session.files.map((file) =>
        file.name === this.active ? { name: file.name, text } : file
      ),
    );
    this.completion.typed(before);
  }

  private moved() {
    this.completion.moved();
    if (document.activeElement !== this.editor.area) return;
    const { caret } = this.editor;
    const on = this.marks.filter(({ start, end }) => start <= caret && caret <= end);
    for (const item of this.list.children) item.classList.remove("current");
    for (const { finding } of on) {
      document.getElementById(`finding-${finding}`)?.classList.add("current");
    }
  }

  /** True if the key is done with. */
  private key(event: KeyboardEvent): boolean {
    const isCommand = event.ctrlKey || event.metaKey;
    if (event.key === "F8") {
      this.goOn(event.shiftKey ? -1 : 1);
      return true;
    }
    if (isCommand && event.key === "s") {
      this.format();
      return true;
    }
    if (!isCommand || event.key !== ".") return false;
    const { caret } = this.editor;
    const here = this.marks.filter(({ start, end }) => start <= caret && caret <= end)
      .map(({ finding }) => this.session.findings[finding]);
    const finding = here.find((finding) => finding?.fix != null);
    if (finding === undefined) this.say("no fix here");
    else this.fix(finding);
    return true;
  }

  /** Selects the next finding of the file. */
  private goOn(step: number) {
    const { caret } = this.editor;
    const count = this.marks.length;
    const next = step > 0
      ? this.marks.findIndex(({ start }) => start > caret)
      : this.marks.findLastIndex(({ start }) => start < caret);
    const mark = this.marks[next >= 0 ? next : step > 0 ? 0 : count - 1];
    const finding = this.session.findings[mark?.finding ?? -1];
    if (mark === undefined || finding === undefined) return this.say("no findings in this file");
    this.editor.select(mark.start, mark.end);
    announce(`${finding.severity}: ${finding.message.replaceAll("`", "")}`);
    document.getElementById(`finding-${mark.finding}`)?.scrollIntoView({ block: "nearest" });
  }

  private point(mark: Mark | null) {
    const finding = this.session.findings[mark?.finding ?? -1];
    this.card.hidden = finding === undefined || mark === null;
    if (finding === undefined || mark === null) return;
    this.card.replaceChildren(
      h("div", { class: `finding-${finding.severity}` }, findingCard(finding)),
    );
    this.editor.placeBeside(mark.start, this.card, 4);
  }

  private reveal({ file, range }: Placed) {
    const found = this.session.files.find(({ name }) => name === file);
    if (found === undefined) return;
    if (found.name !== this.active) this.show(found.name);
    const starts = lineStarts(found.text);
    this.editor.select(
      offsetOf(found.text, starts, range.start),
      offsetOf(found.text, starts, range.end),
    );
  }

  /** Asks what the rules do with the witness of a finding. */
  private ask(finding: Finding) {
    const { model } = this.session;
    const [set] = model?.sets ?? [];
    if (model === null || set === undefined) return this.say("the rules have errors");
    const question = questionOfWitness(finding.witness ?? "", model, set);
    if (question === null) return this.say("this is no request of these rules");
    const chain = chainOfFinding(finding, model);
    location.hash = writeState(
      {
        view: "link",
        set: 0,
        chain: chain === undefined ? "" : chainLabel(chain),
        question,
        line: "",
      },
      model,
    );
    focusAnswer();
  }

  private fix(finding: Finding) {
    const files = finding.fix === null ? null : fixedFiles(this.session.files, finding.fix);
    if (files === null) return this.say("the rules have changed meanwhile");
    this.take(files, "fixed");
  }

  private async fixSafely() {
    this.takeAnswer(await this.session.ask("fix", { scope: "safe" }), "fixed");
  }

  private async format() {
    const { active } = this;
    const answer = await this.session.ask("format", { file: active });
    if (answer === null) return;
    const text = answer["text"];
    if (typeof text !== "string") {
      return this.say("the file has errors, or is none of rules: nothing is formatted");
    }
    this.take(
      this.session.files.map((file) => file.name === active ? { name: active, text } : file),
      "formatted",
    );
  }

  private takeAnswer(answer: Answer | null, word: string) {
    const files = answer?.["files"];
    if (!Array.isArray(files)) return this.say("nothing has changed");
    const changed = new Map((files as RuleFile[]).map(({ name, text }) => [name, text]));
    this.take(
      this.session.files.map(({ name, text }) => ({ name, text: changed.get(name) ?? text })),
      word,
    );
  }

  /** Takes files that the core or a fix has changed; the edit of the shown one can be undone. */
  private take(files: readonly RuleFile[], word: string) {
    if (isSameFiles(files, this.session.files)) return this.say("nothing to change");
    const shown = files.find(({ name }) => name === this.active);
    this.session.edit(files);
    if (shown !== undefined) this.editor.replaceAll(shown.text);
    this.say(word);
  }

  private add(name: string) {
    if (this.session.files.length >= limits.files) {
      return this.notice.alert(`There can be ${limits.files} files.`);
    }
    this.session.edit([...this.session.files, { name, text: "" }]);
    this.show(name);
    this.editor.area.focus();
  }

  private rename(name: string, to: string) {
    this.session.edit(
      this.session.files.map((file) => file.name === name ? { name: to, text: file.text } : file),
    );
    this.show(to);
    this.editor.area.focus();
  }

  private remove(name: string) {
    const removed = this.file;
    const rest = this.session.files.filter((file) => file.name !== name);
    if (removed === undefined) return;
    this.session.edit(rest);
    this.show(rest[0]?.name ?? "");
    this.editor.area.focus();
    this.notice.tell(`${name} is deleted.`, "Bring it back", () => {
      if (faultOfName(name, this.session.files) !== null) return;
      this.session.edit([...this.session.files, removed]);
      this.show(name);
      this.notice.clear();
    });
  }

  /** Links to lines of the source lead into the editor. */
  private follow(event: MouseEvent) {
    const link = (event.target as Element).closest("a");
    const pairs = new URLSearchParams(link?.getAttribute("href")?.slice(1) ?? "");
    if (link === null || pairs.get("view") !== "source") return;
    const [file, line] = (pairs.get("line") ?? "").split(":").map(Number);
    const name = this.session.model?.sets[0]?.files[file ?? -1]?.name;
    if (name === undefined || line === undefined) return;
    event.preventDefault();
    const [start, end] = [{ line, column: 1 }, { line, column: 1_000_000 }];
    this.reveal({ file: name, range: { start, end } });
  }
}

/** The number of findings that are drawn. */
const shownFindings = 200;

/** The chain whose rule a finding is about, above all one in which no request reaches it; or the first. */
function chainOfFinding(finding: Finding, model: Model): Chain | undefined {
  const [set] = model.sets;
  const { line } = finding.range.start;
  const statuses = (chain: Chain) => {
    const entries = chain.runs.flatMap((run) => run.rules);
    return entries.flatMap((number, entry) => {
      const at = set?.rules[number]?.at;
      const isHere = at?.[1] === line && set?.files[at[0]]?.name === finding.file;
      return isHere ? [chain.reached[entry]?.status] : [];
    });
  };
  const chains = set?.chains ?? [];
  return chains.find((chain) => statuses(chain).some((status) => status !== "reachable")) ??
    chains.find((chain) => statuses(chain).length > 0) ?? chains[0];
}

function keyHelp(): HTMLElement {
  const rows: [string, string][] = [
    ["Ctrl+Space", "what can be written here"],
    ["Ctrl+S", "format"],
    ["F8, Shift+F8", "next and previous finding"],
    ["Ctrl+.", "fix the finding at the caret"],
    ["Tab", "leaves the editor, or takes what is offered"],
  ];
  return h(
    "details",
    { class: "keys" },
    h("summary", {}, "Keys"),
    h(
      "dl",
      { class: "legend", id: "editor-keys" },
      rows.map(([key, meaning]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, meaning)]),
    ),
  );
}
