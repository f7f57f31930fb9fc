/** The files that are edited: rule files, and the files that these name after `from`. */

export interface RuleFile {
  name: string;
  text: string;
}

/** The contents of an address: the files, and the version to compare with. */
export interface Version {
  files: RuleFile[];
  pinned: RuleFile[] | null;
}

/** The greatest number of files, and of characters in all of them. */
export const limits = { files: 50, characters: 2_000_000 };

const suffix = ".bascule";

export function isRuleFile(name: string): boolean {
  return name.endsWith(suffix);
}

/** Files as JSON holds them, with line feeds alone; null if the value has another form or is too large. */
export function readFiles(value: unknown): RuleFile[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > limits.files) return null;
  const files: RuleFile[] = [];
  let characters = 0;
  for (const item of value as unknown[]) {
    const { name, text } = (item ?? {}) as Record<"name" | "text", unknown>;
    if (typeof name !== "string" || typeof text !== "string") return null;
    if (faultOfName(name, files) !== null) return null;
    characters += text.length;
    files.push({ name, text: text.replace(/\r\n?/g, "\n") });
  }
  return characters > limits.characters ? null : files;
}

/** Reads a version as JSON holds it; null if its files cannot be read. */
export function readVersion(value: unknown): Version | null {
  const { files, pinned } = (value ?? {}) as Record<"files" | "pinned", unknown>;
  const read = readFiles(files);
  return read === null ? null : { files: read, pinned: readFiles(pinned) };
}

/** The reason for which a file cannot have the name beside the others; null if it can. */
export function faultOfName(name: string, others: readonly RuleFile[]): string | null {
  if (name === "") return "a file needs a name";
  if (name.length > 100) return "the name is longer than 100 characters";
  const isPlain = /^[\p{L}\p{N}_\-. /]+$/u.test(name) && !name.split("/").includes("..");
  if (!isPlain || name.startsWith("/") || name.endsWith("/")) {
    return "a name can have letters, digits, spaces and . _ - /, but no / at its ends and no .. folder";
  }
  return others.some((file) => file.name === name) ? `there is a file ${name} already` : null;
}

/** The name as typed, with the suffix of rule files if it has none. */
export function completedName(text: string): string {
  const name = text.trim();
  return name === "" || /[^/]\.[^./]+$/.test(name) ? name : name + suffix;
}

/** A name that no file has. */
export function freshName(files: readonly RuleFile[]): string {
  for (let number = 1;; number++) {
    const name = number === 1 ? `rules${suffix}` : `rules-${number}${suffix}`;
    if (!files.some((file) => file.name === name)) return name;
  }
}

export function isSameFiles(a: readonly RuleFile[], b: readonly RuleFile[]): boolean {
  return a.length === b.length &&
    a.every((file, index) => file.name === b[index]?.name && file.text === b[index]?.text);
}
