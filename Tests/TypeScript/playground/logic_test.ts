/** The functions of the playground that need no page: `deno test` runs them. */

import { changedLines, linePairs } from "../../../Sources/Playground/beside.ts";
import {
  completedName,
  faultOfName,
  freshName,
  limits,
  readFiles,
} from "../../../Sources/Playground/files.ts";
import {
  countWords,
  fixedFiles,
  marksOf,
  movedMarks,
} from "../../../Sources/Playground/findings.ts";
import type { Finding, Fix } from "../../../Sources/Playground/findings.ts";
import { coloredSegments } from "../../../Sources/Playground/highlight.ts";
import { lineAt, lineStarts, offsetOf, sameEnds } from "../../../Sources/Playground/offsets.ts";
import { packed, unpacked } from "../../../Sources/Playground/sharing.ts";
import { requestText } from "../../../Sources/Playground/wasm.ts";
import { questionOfWitness } from "../../../Sources/Playground/witness.ts";
import { settingsText } from "../../../Sources/Page/commands.ts";
import type { Chain, Model, Question, RuleSet } from "../../../Sources/Page/model.ts";
import { assertEquals } from "../assert.ts";

/** A generator of numbers below a limit: the same for the same seed. */
function random(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * limit);
  };
}

const pieces = ["a", "when ", '"x"', "\n", "😀", "é", "{ ", "} ", "/* c */", "// d\n", "12"];

function randomText(next: (limit: number) => number, length: number): string {
  return Array.from({ length }, () => pieces[next(pieces.length)]).join("");
}

function finding(file: string, start: [number, number], end: [number, number]): Finding {
  const position = ([line, column]: [number, number]) => ({ line, column });
  return {
    code: "a",
    severity: "warning",
    message: "m",
    file,
    range: { start: position(start), end: position(end) },
    related: [],
    help: null,
    fix: null,
    witness: null,
  };
}

Deno.test("offsets of lines and columns in scalars", () => {
  const text = "ab\n😀é x\n\nend";
  const starts = lineStarts(text);
  const offset = (line: number, column: number) => offsetOf(text, starts, { line, column });
  assertEquals(starts, [0, 3, 9, 10]);
  assertEquals([offset(1, 1), offset(1, 3), offset(1, 99)], [0, 2, 2]);
  assertEquals([offset(2, 1), offset(2, 2), offset(2, 3), offset(2, 5)], [3, 5, 6, 8]);
  assertEquals([offset(3, 1), offset(3, 2), offset(4, 4), offset(9, 1)], [9, 9, 13, 13]);
  // Every scalar has a position, which leads back to it.
  const next = random(1);
  for (let round = 0; round < 200; round++) {
    const other = randomText(next, 20);
    const otherStarts = lineStarts(other);
    let [line, column, at] = [1, 1, 0];
    for (const scalar of other) {
      assertEquals(offsetOf(other, otherStarts, { line, column }), at);
      assertEquals(lineAt(otherStarts, at), line - 1);
      at += scalar.length;
      [line, column] = scalar === "\n" ? [line + 1, 1] : [line, column + 1];
    }
  }
});

Deno.test("an address holds any files, and nothing else is read as files", async () => {
  const next = random(2);
  for (let round = 0; round < 100; round++) {
    const files = Array.from({ length: 1 + next(4) }, (_, index) => ({
      name: `f${index}.bascule`,
      text: randomText(next, next(300)),
    }));
    const version = { files, pinned: next(2) === 0 ? null : files.slice(0, 1) };
    const text = await packed(version);
    assertEquals(/^[\w-]+$/.test(text), true);
    assertEquals(await unpacked(text), version);
    const cut = text.slice(0, next(text.length));
    assertEquals(await unpacked(cut), null);
    const place = next(text.length);
    const broken = text.slice(0, place) + "A" + text.slice(place + 1);
    const read = await unpacked(broken);
    // A changed letter is noticed, or leaves texts of the same form.
    assertEquals(read === null || readFiles(read.files) !== null, true);
  }
  for (const text of ["", "1", "2abc", "%%%", "1" + btoa("{}"), "1" + "A".repeat(5000)]) {
    assertEquals(await unpacked(text), null);
  }
});

Deno.test("a small address for a large text is refused", async () => {
  const text = "a".repeat(20_000_000);
  const large = await packed({ files: [{ name: "a.bascule", text }], pinned: null });
  assertEquals(large.length < 100_000, true);
  assertEquals(await unpacked(large), null);
});

Deno.test("files and their names", () => {
  const files = [{ name: "rules.bascule", text: "a\r\nb\rc" }];
  assertEquals(readFiles(files), [{ name: "rules.bascule", text: "a\nb\nc" }]);
  for (
    const value of [null, [], [{}], [{ name: "a" }], [files[0], files[0]], "a", [{
      name: "../a",
      text: "",
    }]]
  ) {
    assertEquals(readFiles(value), null);
  }
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `f${index}`, text: "" }));
  assertEquals(readFiles(many(limits.files)), many(limits.files));
  assertEquals(readFiles(many(limits.files + 1)), null);
  const half = "a".repeat(limits.characters / 2);
  const large = [{ name: "a", text: half }, { name: "b", text: half }];
  assertEquals(readFiles(large), large);
  assertEquals(readFiles([...large, { name: "c", text: "a" }]), null);
  assertEquals(completedName(" shop "), "shop.bascule");
  assertEquals(completedName("script.js"), "script.js");
  assertEquals(freshName(files), "rules-2.bascule");
  assertEquals(faultOfName("rules.bascule", files), "there is a file rules.bascule already");
  for (const name of ["", "/a", "a/", "a/../b", "a<b", "a".repeat(101)]) {
    assertEquals(faultOfName(name, []) === null, false);
  }
  for (const name of ["a.bascule", "über uns/a-1.js"]) assertEquals(faultOfName(name, []), null);
});

Deno.test("segments are the text in lines, and marks are on their characters", () => {
  const next = random(3);
  for (let round = 0; round < 300; round++) {
    const text = randomText(next, next(40));
    const marks = Array.from({ length: next(5) }, (_, index) => {
      const start = next(text.length + 1);
      return {
        start,
        end: Math.min(text.length, start + 1 + next(8)),
        severity: "error",
        finding: index,
      };
    }).filter(({ start, end }) => start < end).sort((a, b) => a.start - b.start || b.end - a.end);
    const lines = coloredSegments(text, marks, next(2) === 0);
    assertEquals(
      lines.map((line) => line.map((segment) => segment.text).join("")),
      text.split("\n"),
    );
    let at = 0;
    for (const line of lines) {
      for (const segment of line) {
        const isFound = segment.style.includes("found-error");
        for (let index = at; index < at + segment.text.length; index++) {
          assertEquals(isFound, marks.some(({ start, end }) => start <= index && index < end));
        }
        at += segment.text.length;
      }
      at++;
    }
  }
});

Deno.test("the worst of several findings is shown", () => {
  const marks = [
    { start: 0, end: 9, severity: "note", finding: 0 },
    { start: 2, end: 5, severity: "error", finding: 1 },
  ];
  const [line] = coloredSegments("abcdefghi", marks, false);
  assertEquals(line?.map(({ text, style }) => [text, style]), [
    ["ab", "found found-note"],
    ["cde", "found found-error"],
    ["fghi", "found found-note"],
  ]);
});

Deno.test("marks of findings, also of empty ranges", () => {
  const file = { name: "a", text: "ab\n\ncd" };
  const range = (...places: [number, number, number, number][]) =>
    marksOf(places.map(([a, b, c, d]) => finding("a", [a, b], [c, d])), file)
      .map(({ start, end }) => [start, end]);
  assertEquals(range([1, 1, 1, 3], [3, 2, 3, 2]), [[0, 2], [5, 6]]);
  assertEquals(range([3, 3, 3, 3], [2, 1, 2, 1]), [[2, 3], [5, 6]]);
  assertEquals(marksOf([finding("b", [1, 1], [1, 2])], file), []);
});

Deno.test("marks follow an edit, and end with the text that they were on", () => {
  const next = random(4);
  for (let round = 0; round < 300; round++) {
    const before = randomText(next, 20);
    const start = next(before.length + 1);
    const end = start + next(before.length - start + 1);
    const after = before.slice(0, start) + randomText(next, next(4)) + before.slice(end);
    const { prefix, suffix } = sameEnds(before, after);
    assertEquals(before.slice(0, prefix), after.slice(0, prefix));
    assertEquals(before.slice(before.length - suffix), after.slice(after.length - suffix));
    const from = next(before.length);
    const mark = {
      start: from,
      end: from + 1 + next(before.length - from),
      severity: "error",
      finding: 0,
    };
    for (const moved of movedMarks([mark], before, after)) {
      assertEquals(after.slice(moved.start, moved.end), before.slice(mark.start, mark.end));
    }
  }
  const mark = { start: 4, end: 6, severity: "error", finding: 0 };
  assertEquals(movedMarks([mark], "abc de", "abXc de"), [{ ...mark, start: 5, end: 7 }]);
  assertEquals(movedMarks([mark], "abc de", "abc dXe"), []);
});

Deno.test("edits of a fix, in several files", () => {
  const files = [{ name: "a", text: "one\ntwo\n" }, { name: "b", text: "x" }];
  const edit = (file: string, a: number, b: number, c: number, d: number, replacement: string) => ({
    file,
    range: { start: { line: a, column: b }, end: { line: c, column: d } },
    replacement,
  });
  const fix = (...edits: Fix["edits"]): Fix => ({ safe: true, weaker: false, edits });
  assertEquals(
    fixedFiles(
      files,
      fix(edit("a", 2, 1, 3, 1, ""), edit("a", 1, 1, 1, 1, "zero\n"), edit("b", 1, 2, 1, 2, "y")),
    ),
    [{ name: "a", text: "zero\none\n" }, { name: "b", text: "xy" }],
  );
  assertEquals(fixedFiles(files, fix(edit("c", 1, 1, 1, 1, ""))), null);
  assertEquals(fixedFiles(files, fix(edit("a", 1, 1, 2, 1, ""), edit("a", 1, 2, 1, 3, ""))), null);
  assertEquals(countWords([]), "no findings");
  assertEquals(
    countWords([finding("a", [1, 1], [1, 2]), finding("a", [1, 1], [1, 2])]),
    "2 warnings",
  );
});

Deno.test("a request has no half of a surrogate pair", () => {
  const sent = (text: string) => (JSON.parse(requestText({ text })) as { text: string }).text;
  for (const text of ["a😀", "\\ud800", "\\\\udfff", '"\n\\', "\ufffd"]) {
    assertEquals(sent(text), text);
  }
  assertEquals(sent("a\ud83d"), "a\ufffd");
  assertEquals(sent("\\\ude00\ud83d\n"), "\\\ufffd\ufffd\n");
});

Deno.test("a witness is the question whose settings it names", () => {
  const input = (name: string, type: string, fallback: boolean | string | null) => ({
    name,
    key: name,
    option: name,
    keyed: false,
    in: ["chain"],
    type,
    choices: [],
    default: fallback,
    needs: null,
    documentation: "",
  });
  const model = {
    version: 1,
    inputs: [
      input("frame", "choice", "main"),
      input("download", "Bool", false),
      input("page", "URL", null),
    ],
    sets: [],
  } as unknown as Model;
  const declared = (name: string, type = "") => ({ name, type, at: [0, 1, 1, ""] });
  const set = {
    flags: [declared("isHome")],
    values: [declared("server", "URL"), declared("hosts", "[String]")],
    actions: [declared("ask")],
  } as unknown as RuleSet;
  const chain = { kind: "chain" } as Chain;
  const questions: Question[] = [
    { url: "https://a.example/" },
    { url: 'app:"\\\u0001', flags: ["isHome"], declined: ["ask", "open url"] },
    { url: "https://a.example/,b", frame: "new", download: true, page: "https://b.example/" },
    {
      url: "a:",
      headers: { "x-a": 'a, "b"' },
      values: { server: "https://c.example/", hosts: ["a", "b, c"] },
    },
  ];
  for (const question of questions) {
    const settings = settingsText(model, set, chain, question);
    const url = JSON.stringify(question.url).replaceAll("\\u0001", "\\u{1}");
    const text = settings === "" ? url : `${url} with ${settings}`;
    assertEquals(questionOfWitness(text, model, set), question);
  }
  for (const text of ["", "a", '"a:" and isHome', '"a:" with other', '"a:" with other == 1']) {
    assertEquals(questionOfWitness(text, model, set), null);
  }
});

Deno.test("lines of two versions", () => {
  const next = random(5);
  for (let round = 0; round < 200; round++) {
    const lines = () => Array.from({ length: next(12) }, () => "abc"[next(3)] ?? "");
    const [before, after] = [lines(), lines()];
    const pairs = linePairs(before, after);
    assertEquals(pairs.flatMap((pair) => pair.before ?? []), before);
    assertEquals(pairs.flatMap((pair) => pair.after ?? []), after);
  }
  assertEquals(changedLines([{ name: "a", text: "x\n" }], [{ name: "a", text: "x\n" }]), []);
  const text = (middle: string) => `1\n2\n3\n4\n${middle}\n6\n7\n8\n9\n`;
  const [[name, lines] = ["", []]] = changedLines(
    [{ name: "a", text: text("5") }],
    [{ name: "a", text: text("five") }],
  );
  assertEquals(name, "a");
  assertEquals(lines.map((pair) => pair?.after ?? null), ["3", "4", "five", "6", "7", null]);
});
