/** Decides whether a regular expression matches a whole text, in one pass and without backtracking. */

import type { Expression } from "./model.ts";

type State =
  | { kind: "set"; ranges: readonly number[] }
  | { kind: "split" | "start" | "end" | "accept" };

/** A nondeterministic automaton in which repetitions are expanded. */
class Automaton {
  private readonly states: State[] = [];
  private readonly followers: number[][] = [];
  private readonly first: number;

  constructor(expression: Expression) {
    this.first = this.build(expression, this.add({ kind: "accept" }, []));
  }

  matches(text: string): boolean {
    const scalars = Array.from(text, (scalar) => scalar.codePointAt(0) ?? 0);
    let current = new Set<number>();
    this.enter(this.first, 0, scalars.length, current);
    for (const [position, scalar] of scalars.entries()) {
      const next = new Set<number>();
      for (const number of current) {
        const state = this.states[number];
        if (state?.kind !== "set" || !contains(state.ranges, scalar)) continue;
        for (const follower of this.followers[number] ?? []) {
          this.enter(follower, position + 1, scalars.length, next);
        }
      }
      current = next;
      if (current.size === 0) return false;
    }
    return [...current].some((number) => this.states[number]?.kind === "accept");
  }

  /** Adds a state and all states that can be reached from it without reading. */
  private enter(first: number, position: number, count: number, states: Set<number>) {
    const pending = [first];
    for (let number = pending.pop(); number !== undefined; number = pending.pop()) {
      if (states.has(number)) continue;
      states.add(number);
      const kind = this.states[number]?.kind;
      const isOpen = kind === "split" || kind === "start" && position === 0 ||
        kind === "end" && position === count;
      if (isOpen) pending.push(...this.followers[number] ?? []);
    }
  }

  private add(state: State, followers: number[]): number {
    this.states.push(state);
    this.followers.push(followers);
    return this.states.length - 1;
  }

  /** Returns the state to enter for an expression that is followed by another state. */
  private build(expression: Expression, next: number): number {
    switch (expression[0]) {
      case "empty":
        return next;
      case "start":
      case "end":
        return this.add({ kind: expression[0] }, [next]);
      case "set":
        return this.add({ kind: "set", ranges: expression.slice(1) as number[] }, [next]);
      case "sequence": {
        const parts = expression.slice(1) as Expression[];
        return parts.reduceRight((entry, part) => this.build(part, entry), next);
      }
      case "alternatives": {
        const parts = expression.slice(1) as Expression[];
        return this.add({ kind: "split" }, parts.map((part) => this.build(part, next)));
      }
      case "repetition":
        return this.buildRepetition(expression[1], expression[2], expression[3], next);
    }
  }

  private buildRepetition(
    part: Expression,
    lower: number,
    upper: number | null,
    next: number,
  ): number {
    let entry = next;
    if (upper === null) {
      entry = this.add({ kind: "split" }, []);
      this.followers[entry] = [this.build(part, entry), next];
    }
    for (let count = lower; count < (upper ?? lower); count++) {
      entry = this.add({ kind: "split" }, [this.build(part, entry), next]);
    }
    for (let count = 0; count < lower; count++) entry = this.build(part, entry);
    return entry;
  }
}

function contains(ranges: readonly number[], scalar: number): boolean {
  for (let index = 0; index < ranges.length; index += 2) {
    if (scalar >= (ranges[index] ?? 0) && scalar <= (ranges[index + 1] ?? 0)) return true;
  }
  return false;
}

const automata = new WeakMap<Expression, Automaton>();

export function matchesExpression(expression: Expression, text: string): boolean {
  let automaton = automata.get(expression);
  if (automaton === undefined) {
    automaton = new Automaton(expression);
    automata.set(expression, automaton);
  }
  return automaton.matches(text);
}
