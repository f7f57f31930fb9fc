/** The files that are edited, and what the core says about them. */

import type { Differences, Model, RuleSet } from "../Page/model.ts";
import type { Core } from "./core.ts";
import { isSameFiles } from "./files.ts";
import type { RuleFile, Version } from "./files.ts";
import type { Finding } from "./findings.ts";
import type { Answer } from "./messages.ts";

export interface SessionEvents {
  /** A check takes long. */
  waiting: () => void;
  /** There are new findings. */
  checked: () => void;
  /** The core has not understood the files, so that their findings are not known. */
  refused: (reason: string) => void;
  /** There is a new model of rules without errors. */
  modelled: (model: Model) => void;
  /** The rules have errors, so that the model is that of former ones. */
  outdated: () => void;
  /** The files have changed; their address can be written. */
  settled: () => void;
}

/** The time without an edit before a request, and before a check is said to take long, in milliseconds. */
const pause = { check: 60, model: 250, address: 400, slow: 1500 };

export class Session {
  files: readonly RuleFile[];
  pinned: readonly RuleFile[] | null;
  findings: readonly Finding[] = [];
  model: Model | null = null;
  private formerSet: RuleSet | null = null;
  private readonly core: Core;
  private readonly name: string;
  private readonly events: SessionEvents;
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();

  /** - Parameter name: the name of the rules, for people. */
  constructor(core: Core, name: string, { files, pinned }: Version, events: SessionEvents) {
    this.core = core;
    this.name = name;
    this.files = files;
    this.pinned = pinned;
    this.events = events;
  }

  /** Asks for everything at once. */
  start(): void {
    this.check(0);
  }

  edit(files: readonly RuleFile[]): void {
    if (isSameFiles(files, this.files)) return;
    this.files = files;
    this.later("check", () => this.check(pause.model));
    this.later("address", () => this.events.settled());
  }

  open({ files, pinned }: Version): void {
    this.pinned = pinned;
    this.formerSet = null;
    this.files = files;
    this.findings = [];
    this.later("address", () => this.events.settled());
    this.check(0);
  }

  /** Keeps the files as they are, to compare later ones with them. */
  pin(): void {
    this.pinned = this.files;
    this.formerSet = null;
    this.later("address", () => this.events.settled());
    this.showModel();
  }

  async ask(method: string, parts: Record<string, unknown> = {}): Promise<Answer | null> {
    const { files } = this;
    const answer = await this.core.ask({ method, files, ...parts });
    return files === this.files ? answer : null;
  }

  private later(name: "check" | "model" | "address", action: () => void, time = pause[name]) {
    clearTimeout(this.timers.get(name));
    this.timers.set(name, setTimeout(action, time));
  }

  private async check(pauseOfModel: number) {
    clearTimeout(this.timers.get("check"));
    clearTimeout(this.timers.get("model"));
    const slow = setTimeout(() => this.events.waiting(), pause.slow);
    const answer = await this.ask("check");
    clearTimeout(slow);
    if (answer === null) return;
    const { findings, error } = answer;
    if (!Array.isArray(findings)) return this.events.refused(String(error));
    this.findings = findings as Finding[];
    this.events.checked();
    this.later("model", () => this.showModel(), pauseOfModel);
  }

  private async showModel() {
    const answer = await this.ask("page", { name: this.name, witnesses: true });
    if (answer === null) return;
    if (!Array.isArray(answer["sets"])) return this.events.outdated();
    const model = answer as unknown as Model;
    const { pinned } = this;
    if (pinned !== null) {
      const differences = await this.ask("diff", { before: pinned });
      const former = await this.former(pinned);
      if (differences !== null && former !== null && pinned === this.pinned) {
        model.former = {
          label: "the kept version",
          sets: [former],
          pairs: [[0, 0]],
          differences: [differences as unknown as Differences],
        };
      }
    }
    this.model = model;
    this.events.modelled(model);
  }

  /** The model of the kept version; null if it has errors. */
  private async former(pinned: readonly RuleFile[]): Promise<RuleSet | null> {
    if (this.formerSet !== null) return this.formerSet;
    const answer = await this.ask("page", { files: pinned, name: this.name, witnesses: false });
    const sets = answer?.["sets"];
    this.formerSet = Array.isArray(sets) ? sets[0] as RuleSet : null;
    return this.formerSet;
  }
}
