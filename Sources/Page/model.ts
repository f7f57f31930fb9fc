/** Rule sets as `bascule page` writes them. `Sources/Workspace/Page` is the other side. */

export interface Model {
  version: 1;
  inputs: Input[];
  sets: RuleSet[];
  former?: Former;
  /** True if the rule files have errors now, so that these are the rules before the errors. */
  stale?: true;
}

/** The version to compare with. */
export interface Former {
  label: string;
  sets: RuleSet[];
  /** The indices of the old and the new version of each set. */
  pairs: [old: number | null, new: number | null][];
  /** The differences of each pair, as `bascule diff --format json` prints them. */
  differences: Differences[];
}

export interface Differences {
  chains: ChainChanges[];
  contract: ContractChange[];
  invariants: ClaimChange[];
}

/** A line of an invariant that only one version contains, or that only one version keeps. */
export interface ClaimChange {
  name: string;
  claim: string;
  /** The verdict; null for a version without the line. */
  old: ClaimVerdict | null;
  new: ClaimVerdict | null;
}

export interface ClaimVerdict {
  verdict: "proved" | "broken" | "undecided";
  /** A request that breaks the line, in the rule language. */
  request: string | null;
}

export interface ChainChanges {
  chain?: string;
  responses?: string;
  /** The chain; null if the chain was added. */
  old: object | null;
  /** The chain; null if the chain was removed. */
  new: object | null;
  differences: { request: Question }[];
  undecided: object[];
  /** The changed rules for which more requests may differ than are listed. */
  shortened: object[];
}

export interface ContractChange {
  declaration: string;
  name: string;
  identifier: string;
  part: string | null;
  path: string;
  change: string;
  /** The reasons for which released versions break; null if they do not. */
  pages: string | null;
  apps: string | null;
}

/** A value of a request other than its URL. */
export interface Input {
  /** The name in the rule language. */
  name: string;
  /** The key in a question. */
  key: string;
  /** The name of the option of `bascule trace`. */
  option: string;
  /** True for an input with one value for each name, such as headers. */
  keyed: boolean;
  in: ChainKind[];
  type: string;
  choices: string[];
  default: Constant;
  /** The input that must be present for this one to be present; null if there is none. */
  needs: string | null;
  documentation: string;
}

export type ChainKind = "chain" | "responses";

/** The file, line and column, and the source text on one line. */
export type Place = [file: number, line: number, column: number, text: string];

export interface Declared {
  name: string;
  at: Place;
  documentation?: string;
  deprecated?: string;
}

export interface RuleSet {
  name: string;
  files: { name: string; path: string; text: string }[];
  flags: Declared[];
  values: AppValue[];
  enumerations: (Declared & { cases: { name: string; raw: string }[] })[];
  screens: (Declared & { parameters: Parameter[] })[];
  actions: (Declared & { parameters: Parameter[]; answers: boolean })[];
  rules: Rule[];
  requestValues: RequestValue[];
  chains: Chain[];
  /** The lines of invariants; empty without proofs. */
  claims: Claim[];
  /** The cases of `test` blocks. */
  tests: TestCase[];
  contract: Contract;
}

/** A line of an invariant, with the name and the documentation of the invariant. */
export interface Claim extends Declared, ClaimVerdict {
  /** The chains that the line is about. */
  chains: string[];
}

export interface AppValue extends Declared {
  type: "String" | "Int" | "URL" | "[String]" | "[URL]";
  optional: boolean;
  default: Constant;
}

export interface Parameter {
  name: string;
  type: string;
}

export interface Chain extends Declared {
  kind: ChainKind;
  frames: string[];
  runs: Run[];
  /** The rules with `leave`, and the index after the block or handler of each. */
  leaves?: { entry: number; exit: number }[];
  /** The results of the analysis by rule; empty if the chain was not analyzed. */
  reached: Reach[];
}

/** The messages of pages, and the events and calls of the app. */
export interface Contract {
  messages: Message[];
  events: Sent[];
  calls: (Sent & { isFunction: boolean })[];
  models: { name: string; fields: Field[] }[];
  unions: Union[];
  /** The types of the page's module in TypeScript. */
  types: string;
}

export interface Sent extends Declared {
  identifier: string;
  sends: ValueType | null;
  replies: ValueType | null;
  /**
   * The origins whose pages take part, with the patterns of their addresses; empty for any origin.
   */
  origins: { name: string; pages: string[] }[];
  typescript: string;
  swift: string;
}

export interface Message extends Sent {
  /** The name of the message handler. */
  handler: string;
  /** The field that identifies a message of a channel. */
  by?: string;
  /**
   * The field with the payload of a channel's message; null if its fields are beside the
   * identifier.
   */
  payload?: string | null;
  /** True if the body or payload is JSON text. */
  isText: boolean;
  frames: "main" | "all";
  /** True if only scripts of the app can send the message. */
  isIsolated: boolean;
}

export interface Field {
  name: string;
  wire: string;
  type: ValueType;
  default: Literal | null;
}

export interface Union {
  name: string;
  /** The field that names the case; null if the kind of JSON distinguishes the cases. */
  by: string | null;
  cases: { wire: string; fields: Field[] }[];
}

/** A request with the expected outcome of a chain. */
export interface TestCase {
  /** The index of the chain. */
  chain: number;
  at: Place;
  question: Question;
  steps: ExpectedStep[];
  decision: string;
}

export interface ExpectedStep {
  kind: string;
  /** The name of the screen or action. */
  name: string | null;
  /** The arguments, with the URL and headers that are passed on. */
  arguments: { label: string; value: Literal }[];
}

/** Consecutive rules of one handler or chain. */
export interface Run {
  owner: string;
  uses: Place[];
  rules: number[];
}

export interface Reach {
  status: "reachable" | "unreachable" | "undecided";
  request?: Question;
  again?: string;
  why?: "shadowed" | "contradictory" | "frames" | "budget" | "views";
  cover?: { entry: number; request: Question }[];
  parts?: Place[];
}

export interface Rule {
  at: Place;
  condition: Condition | null;
  captures: ValueType[];
  steps: Step[];
  decision: string;
  /** The schemes of the URLs that `load url` loads; without a list, all schemes. */
  loads?: string[];
  /** The schemes of the URLs that `open url` does not open. */
  unsafe?: string[];
  documentation?: string;
}

export interface ValueType {
  kind: string;
  of?: ValueType;
  name?: string;
}

export type Condition =
  | { kind: "constant"; value: boolean; at: Place }
  | { kind: "test"; core: Core; seen: number[]; at: Place }
  | { kind: "not"; inner: Condition; seen: number[]; at: Place }
  | { kind: "all" | "any"; parts: Condition[] };

export type Core =
  | { kind: "constant"; value: boolean }
  | { kind: "test"; of: number; test: Test }
  | { kind: "not"; inner: Core }
  | { kind: "all" | "any"; parts: Core[] };

export type Root = "request" | "page" | "document" | "source" | "value";

export type Test =
  | Pattern
  | { kind: "present" }
  | { kind: "number"; ranges: [string, string][] }
  | { kind: "choice"; positions: number[] }
  | { kind: "origin"; patterns: OriginPattern[] }
  | { kind: "equal" | "different"; other: number }
  | { kind: "sameOrigin"; root: Root; app?: string }
  | { kind: "related"; other: number; relation: "pattern" | Relation; ignoresCase?: true }
  | { kind: "listed" | "originListed" | "likeListed"; list: string };

export type Pattern =
  | { kind: "oneOf" | "noneOf"; texts: string[] }
  | { kind: "prefix" | "suffix" | "infix"; text: string }
  | { kind: "glob"; glob: Glob }
  | { kind: "expression"; expression: Expression }
  | { kind: "ignoringCase"; relation: Relation; text: string };

/** The relation of two texts: equal, or one begins with, ends with or contains the other. */
export type Relation = "whole" | "prefix" | "suffix" | "infix";

export interface OriginPattern {
  scheme: string;
  host: Glob;
  port: number | null;
}

export interface Glob {
  separator: string;
  elements: GlobElement[];
}

/** An element of a glob. A string is a literal. */
export type GlobElement =
  | string
  | ["run" | "anything" | "components"]
  | ["capture" | "captureText" | "captureRest", number];

/** A regular expression. The numbers of a set are the first and the last scalar of each range. */
export type Expression =
  | ["empty" | "start" | "end"]
  | ["set", ...number[]]
  | ["sequence" | "alternatives", ...Expression[]]
  | ["repetition", Expression, number, number | null];

/** A value of the request: a part of a URL if it has a root, and otherwise an input. */
export interface RequestValue {
  name: string;
  root?: Root;
  app?: string;
  part?: string;
  index?: number;
  input?: string;
  key?: string;
}

export interface Step {
  kind: string;
  at: Place;
  /** The name of the screen or action. */
  name?: string;
  arguments?: Argument[];
  changes?: Change[];
  /** The schemes of other URLs that must be URLs of web pages, as indices of values. */
  webPages?: number[];
  needsWebPage?: boolean;
}

export interface Argument {
  parameter: string;
  type: string;
  required: boolean;
  at: Place;
  literal?: Literal;
  request?: number;
  capture?: number;
  condition?: Condition;
  /** The changes of the request's URL. The changed URL is the argument. */
  changes?: Change[];
  conversion: string;
  enumeration?: string;
}

export interface Change {
  part: "scheme" | "host" | "port" | "path" | "user" | "query" | "fragment" | "header";
  key?: string;
  name: string;
  /** True if the change is made only if the request lacks the part. */
  onlyIfMissing?: true;
  value: Argument | null;
}

/** A constant. Integers are stored as texts. */
export type Literal =
  | { kind: "string" | "url" | "int"; value: string }
  | { kind: "double"; value: number }
  | { kind: "bool"; value: boolean }
  | { kind: "case"; value: string; name: string }
  | { kind: "list"; value: Literal[] }
  | { kind: "request" | "dictionary" | "missing" };

/** A value of an input as JSON; null if it is missing. */
export type Constant = null | string | number | boolean | (string | number)[];

/**
 * A request or response, and the values of the app.
 *
 * The other members are inputs by their keys. An absent input has its default, and null is a
 * missing value.
 */
export interface Question {
  url: string;
  headers?: Record<string, string>;
  /** The names of the flags that are true. */
  flags?: string[];
  values?: Record<string, Constant>;
  /** The attempts that are declined. */
  declined?: string[];
  [input: string]: unknown;
}
