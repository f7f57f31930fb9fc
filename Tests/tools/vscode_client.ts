// Drives the extension for VS Code with a stand-in for the editor and a real server.
//
// Usage: deno run --allow-all --config CONFIG vscode_client.ts PROGRAM FOLDER NAME
//
// Opens the file NAME of FOLDER, calls every provider that the extension registers, edits, restarts the server
// and ends it. Prints a JSON object with the results.

// deno-lint-ignore-file no-explicit-any

import { changed, closed, configured, opened, Position, Range, renaming, saved, seen, Uri, window } from "vscode";
import { activate, deactivate } from "../../grammar/vscode/source/extension.ts";

const [program, folder, name] = Deno.args;
const uri = Uri.parse(`file://${folder}/${name}`);
let text = Deno.readTextFileSync(`${folder}/${name}`);
let version = 1;

const offset = (at: any) =>
  text.split("\n").slice(0, at.line).reduce((sum, line) => sum + line.length + 1, 0) + at.character;
const document = {
  uri,
  languageId: "bascule",
  get version() {
    return version;
  },
  getText: (range?: any) => range ? text.slice(offset(range.start), offset(range.end)) : text,
};
/** The position of a text's first occurrence, plus some characters. */
const find = (part: string, inside = 1) => {
  const before = text.slice(0, text.indexOf(part) + inside).split("\n");
  return new Position(before.length - 1, before[before.length - 1].length);
};
const whole = () => new Range(new Position(0, 0), new Position(text.split("\n").length, 0));
const replace = (old: string, by: string) => {
  const start = find(old, 0);
  const end = find(old, old.length);
  text = text.replace(old, () => by);
  version += 1;
  changed.fire({ document, contentChanges: [{ range: new Range(start, end), text: by }] });
};
const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) };
const until = async (what: string, holds: () => boolean) => {
  for (let waited = 0; !holds(); waited += 10) {
    if (waited > 20_000) throw new Error(`${what} never came; ${seen.output}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};
const findings = () => seen.diagnostics.get(uri.toString());
const provider = (key: string) => {
  const found = seen.providers.get(key);
  if (found === undefined) throw new Error(`no provider ${key}: ${[...seen.providers.keys()]}`);
  return found;
};

seen.settings = { path: program };
seen.folders = [{ uri: Uri.parse(`file://${folder}`), name: "rules" }];
seen.documents = [document];
const context = { subscriptions: [] as any[], extension: { packageJSON: { version: "0.0.0" } } };
await activate(context as any);
opened.fire(document);
const result: Record<string, unknown> = { providers: [...seen.providers.keys()].sort() };

await until("findings", () => findings() !== undefined);
result.findings = findings()!.map((finding) => [finding.code?.value ?? finding.code, finding.severity]);

const screen = find("Product(id: path");
const one = async (key: string, method: string, ...given: any[]) =>
  result[key] = await provider(key)[method](document, ...given, token);
await one("Hover", "provideHover", screen);
await one("Definition", "provideDefinition", screen);
await one("TypeDefinition", "provideTypeDefinition", find("kind: Kind"));
result.Reference = await provider("Reference").provideReferences(
  document, screen, { includeDeclaration: true }, token,
);
await one("DocumentHighlight", "provideDocumentHighlights", screen);
result.CompletionItem = await provider("CompletionItem").provideCompletionItems(
  document, find("path[1]", 0), token, { triggerKind: 0, triggerCharacter: undefined },
);
result.SignatureHelp = await provider("SignatureHelp").provideSignatureHelp(
  document, find("(id: path", 1), token, { triggerKind: 1, triggerCharacter: undefined, isRetrigger: false },
);
await one("DocumentSymbol", "provideDocumentSymbols");
result.WorkspaceSymbol = await provider("WorkspaceSymbol").provideWorkspaceSymbols("Product", token);
await one("DocumentSemanticTokens", "provideDocumentSemanticTokens");
await one("DocumentRangeSemanticTokens", "provideDocumentRangeSemanticTokens", whole());
result.FoldingRange = await provider("FoldingRange").provideFoldingRanges(document, {}, token);
await one("SelectionRange", "provideSelectionRanges", [screen]);
const options = { tabSize: 2, insertSpaces: true };
await one("DocumentFormattingEdit", "provideDocumentFormattingEdits", options);
await one("DocumentRangeFormattingEdit", "provideDocumentRangeFormattingEdits", whole(), options);
await one("OnTypeFormattingEdit", "provideOnTypeFormattingEdits", find("allow\n", 6), "\n", options);
await one("InlayHints", "provideInlayHints", whole());
await one("DocumentLink", "provideDocumentLinks");

const finding = findings()![0];
result.CodeActions = await Promise.all(
  (await provider("CodeActions").provideCodeActions(
    document, finding.range, { diagnostics: [finding], only: undefined, triggerKind: 1 }, token,
  )).map((action: any) => provider("CodeActions").resolveCodeAction(action, token)),
);
const lenses = await provider("CodeLens").provideCodeLenses(document, token);
result.CodeLens = await Promise.all(
  lenses.map((lens: any) => provider("CodeLens").resolveCodeLens(lens, token)),
);
result.prepareRename = await provider("Rename").prepareRename(document, screen, token);
const renamed = await provider("Rename").provideRenameEdits(document, screen, "Article", token);
result.Rename = [...renamed.edits.values()].flat().length;
result.refused = await provider("Rename").provideRenameEdits(document, screen, "a b", token)
  .then(() => "", (error: Error) => error.message);
const calls = await provider("CallHierarchy").prepareCallHierarchy(document, find("handler Native", 9), token);
result.CallHierarchy = await provider("CallHierarchy").provideCallHierarchyIncomingCalls(calls[0], token);

const page = await provider("content of bascule").provideTextDocumentContent(Uri.parse("bascule://pages/unused-declaration"));
result.page = page.split("\n")[0];

// Tests: the results come with the findings, and again when the user runs them.
await until("tests", () => seen.runs.length === 1);
result.tests = [...seen.tests.values()].map(({ label, range }) => `${label} ${range.start.line}`);
replace('Product(id: "1") cancel', 'Product(id: "2") cancel');
await until("a failed test", () => seen.runs.length === 2);
await seen.runTests({ include: [[...seen.tests.values()][1]] });
replace('Product(id: "2") cancel', 'Product(id: "1") cancel');
await until("the test passes", () => seen.runs.length === 4);
result.runs = [...seen.runs];

// Traces: a document, and hints until they are cleared.
const traced = async (...given: any[]) => {
  await seen.commands.get("bascule.trace")!(...given);
  await until("the trace", () => seen.shown.length > 0);
  const shown = seen.shown.pop()!;
  const text = await provider("content of bascule").provideTextDocumentContent(Uri.parse(shown.uri));
  const hints = await provider("InlayHints").provideInlayHints(document, whole(), token);
  return { ...shown, text, hints: hints.map((hint: any) => hint.label) };
};
result.trace = await traced(uri.toString(), "Default");
window.activeTextEditor = { document };
result.traceOfPalette = (await traced()).text;
// The document follows the edits, also while the traced chain has an error.
const edited = async (old: string, by: string) => {
  seen.changedTexts.length = 0;
  replace(old, by);
  await until("the changed trace", () => seen.changedTexts.includes("bascule://pages/trace"));
  return await provider("content of bascule").provideTextDocumentContent(Uri.parse("bascule://pages/trace"));
};
result.editedTraces = [
  await edited('path[1] == "product"', 'path[1] == "article"'),
  await edited("otherwise  allow", "otherwis  allow"),
  await edited("otherwis  allow", "otherwise  allow"),
  await edited('path[1] == "article"', 'path[1] == "product"'),
];
await seen.commands.get("bascule.clearTrace")!();
result.cleared = (await provider("InlayHints").provideInlayHints(document, whole(), token)).length;

// Settings and the text of `bascule.json` reach the server at once.
seen.settings.lenses = false;
configured.fire("bascule.lenses");
result.withoutLenses = (await provider("CodeLens").provideCodeLenses(document, token)).length;
const settings = {
  uri: Uri.parse(`file://${folder}/bascule.json`), languageId: "json", version: 1,
  getText: () => '{"severities": {"unused-declaration": "off"}}',
};
opened.fire(settings);
await until("the new level", () => findings()!.length === 0);
closed.fire(settings);
await until("the old level", () => findings()!.length === 1);

// The place for a reason is a snippet.
const kept = text;
replace("flag unused", "// bascule:ignore unused-declaration\nflag unused");
await until("the finding of the comment", () => findings()!.some(({ code }) => code?.value === "ignore-without-reason"));
const comment = findings()!.find(({ code }) => code?.value === "ignore-without-reason")!;
const fixes = await provider("CodeActions").provideCodeActions(
  document, comment.range, { diagnostics: [comment], only: undefined, triggerKind: 1 }, token,
);
const reason = fixes.find(({ title }: any) => title === "Add the place for a reason");
result.reason = reason.edit.get(uri).map((edit: any) => edit.snippet.value);
replace(text, kept);
await until("the finding of the flag", () => findings()!.every(({ code }) => code?.value === "unused-declaration"));

// An edit fixes the finding, another one causes an error.
replace("flag unused\n", "");
await until("no findings", () => findings()!.length === 0);
replace("otherwise", "otherwis");
await until("a finding", () => findings()!.length === 1);
result.broken = findings()![0].message;
replace("otherwis ", "otherwise ");
await until("no findings", () => findings()!.length === 0);
saved.fire(document);
const renames: Promise<any>[] = [];
renaming.fire({
  files: [{ oldUri: Uri.parse(`file://${folder}/zoom.js`), newUri: Uri.parse(`file://${folder}/js/zoom.js`) }],
  waitUntil: (edit: Promise<any>) => renames.push(edit),
});
result.fileRename = (await Promise.all(renames)).flatMap((edit) => [...edit.edits.values()].flat())
  .map((edit: any) => edit.newText);

result.commands = [...seen.commands.keys()].sort();
await seen.commands.get("bascule.runTests")!(uri.toString(), "Default");
await seen.commands.get("bascule.references")!(uri.toString(), find("handler Native", 9));
await seen.commands.get("bascule.restart")!();
opened.fire(document);
await until("findings of the new server", () => findings() !== undefined && findings()!.length === 0);
result.messages = seen.messages;

// A server that sends no JSON is restarted.
seen.settings.path = `${folder}/broken`;
const before = seen.output.length;
await seen.commands.get("bascule.restart")!();
await until("the end of the server", () => seen.output.slice(before).includes("no JSON"));
seen.settings.path = program;
seen.diagnostics.clear();
await until("findings after the restart", () => findings() !== undefined);
closed.fire(document);
await deactivate();
result.providersAtEnd = seen.providers.size;
console.log(JSON.stringify(result));
