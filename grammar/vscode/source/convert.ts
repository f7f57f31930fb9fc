import * as vscode from "vscode";

// Conversion between values of the protocol and of the editor.

export interface Place {
  line: number;
  character: number;
}
export interface Extent {
  start: Place;
  end: Place;
}
export interface Change {
  range: Extent;
  newText: string;
  snippet?: { value: string };
}
export interface Link {
  uri: string;
  range: Extent;
}

export const place = (position: vscode.Position): Place => ({
  line: position.line,
  character: position.character,
});
export const position = ({ line, character }: Place) => new vscode.Position(line, character);
export const extent = (range: vscode.Range): Extent => ({
  start: place(range.start),
  end: place(range.end),
});
export const range = ({ start, end }: Extent) => new vscode.Range(position(start), position(end));
export const location = (link: Link) => new vscode.Location(vscode.Uri.parse(link.uri), range(link.range));
export const edits = (changes: Change[] | null | undefined) =>
  (changes ?? []).map((change) => new vscode.TextEdit(range(change.range), change.newText));

/** Edits that replace text or insert a snippet. */
const snippetEdits = (changes: Change[]) =>
  changes.map((change) => {
    const at = range(change.range);
    return change.snippet === undefined
      ? new vscode.TextEdit(at, change.newText)
      : new vscode.SnippetTextEdit(at, new vscode.SnippetString(change.snippet.value));
  });

/** Text of the protocol: a string, or `{ kind, value }`. */
export function markdown(
  content: string | { kind?: string; value: string } | null | undefined,
): vscode.MarkdownString | undefined {
  if (content === null || content === undefined) return undefined;
  const text = typeof content === "string" ? content : content.value;
  const result = new vscode.MarkdownString();
  if (typeof content !== "string" && content.kind === "plaintext") result.appendText(text);
  else result.appendMarkdown(text);
  return result;
}

export function workspaceEdit(edit: any): vscode.WorkspaceEdit {
  const result = new vscode.WorkspaceEdit();
  for (const [uri, changes] of Object.entries<Change[]>(edit?.changes ?? {})) {
    result.set(vscode.Uri.parse(uri), edits(changes));
  }
  for (const change of edit?.documentChanges ?? []) {
    const uri = vscode.Uri.parse(change.textDocument?.uri ?? change.uri ?? change.newUri);
    if (change.kind === "create") result.createFile(uri, { ignoreIfExists: change.options?.ignoreIfExists });
    else if (change.kind === "delete") result.deleteFile(uri);
    else if (change.kind === "rename") result.renameFile(vscode.Uri.parse(change.oldUri), uri);
    else result.set(uri, [...result.get(uri), ...snippetEdits(change.edits)]);
  }
  return result;
}

export function diagnostic(value: any): vscode.Diagnostic {
  const severity = [
    vscode.DiagnosticSeverity.Error,
    vscode.DiagnosticSeverity.Warning,
    vscode.DiagnosticSeverity.Information,
    vscode.DiagnosticSeverity.Hint,
  ][(value.severity ?? 1) - 1];
  const result = new vscode.Diagnostic(range(value.range), value.message, severity);
  result.source = value.source;
  const page = value.codeDescription?.href;
  result.code = page === undefined ? value.code : { value: value.code, target: vscode.Uri.parse(page) };
  result.tags = (value.tags ?? []).map((tag: number) =>
    tag === 1 ? vscode.DiagnosticTag.Unnecessary : vscode.DiagnosticTag.Deprecated
  );
  result.relatedInformation = (value.relatedInformation ?? []).map((related: any) =>
    new vscode.DiagnosticRelatedInformation(location(related.location), related.message)
  );
  sent.set(result, value);
  return result;
}

/** The server's form of a diagnostic, which the editor passes back when it requests fixes. */
const sent = new WeakMap<vscode.Diagnostic, unknown>();

export function sentDiagnostic(value: vscode.Diagnostic): unknown {
  const code = typeof value.code === "object" ? value.code.value : value.code;
  return sent.get(value) ?? {
    range: extent(value.range), message: value.message, severity: value.severity + 1, code,
    source: value.source,
  };
}

export function command(value: any): vscode.Command | undefined {
  if (!value?.title) return undefined;
  return { title: value.title, command: value.command, arguments: value.arguments };
}

export function symbol(value: any): vscode.DocumentSymbol {
  const result = new vscode.DocumentSymbol(
    value.name, value.detail ?? "", value.kind - 1, range(value.range), range(value.selectionRange),
  );
  result.children = (value.children ?? []).map(symbol);
  if (value.deprecated || value.tags?.includes(1)) result.tags = [vscode.SymbolTag.Deprecated];
  return result;
}

const items = new WeakMap<object, any>();

/** The values of the server, by the editor's objects that were created from them. */
export const original = (made: object): any => items.get(made);
export function made<Made extends object>(made: Made, of: unknown): Made {
  items.set(made, of);
  return made;
}

export function completion(value: any, defaults: any): vscode.CompletionItem {
  const label = value.labelDetails ? { label: value.label, ...value.labelDetails } : value.label;
  const item = new vscode.CompletionItem(label, (value.kind ?? 1) - 1);
  item.detail = value.detail;
  item.documentation = markdown(value.documentation);
  item.sortText = value.sortText;
  item.filterText = value.filterText;
  item.preselect = value.preselect;
  item.commitCharacters = value.commitCharacters ?? defaults?.commitCharacters;
  if (value.deprecated || value.tags?.includes(1)) item.tags = [vscode.CompletionItemTag.Deprecated];
  const isSnippet = (value.insertTextFormat ?? defaults?.insertTextFormat) === 2;
  const text = value.textEdit?.newText ?? value.textEditText ?? value.insertText ?? value.label;
  item.insertText = isSnippet ? new vscode.SnippetString(text) : text;
  const at = value.textEdit?.range ?? value.textEdit ?? defaults?.editRange;
  if (at?.insert) item.range = { inserting: range(at.insert), replacing: range(at.replace) };
  else if (at?.start) item.range = range(at);
  item.additionalTextEdits = value.additionalTextEdits && edits(value.additionalTextEdits);
  item.command = command(value.command);
  return made(item, value);
}

export function action(value: any): vscode.CodeAction | vscode.Command {
  if (typeof value.command === "string") return command(value)!;
  const result = new vscode.CodeAction(
    value.title, value.kind ? vscode.CodeActionKind.Empty.append(value.kind) : undefined,
  );
  if (value.edit) result.edit = workspaceEdit(value.edit);
  result.command = command(value.command);
  result.isPreferred = value.isPreferred;
  result.diagnostics = value.diagnostics?.map(diagnostic);
  if (value.disabled) result.disabled = value.disabled;
  return made(result, value);
}

export function hint(value: any): vscode.InlayHint {
  const label = typeof value.label === "string"
    ? value.label
    : value.label.map((part: any) => {
      const result = new vscode.InlayHintLabelPart(part.value);
      result.tooltip = markdown(part.tooltip);
      if (part.location) result.location = location(part.location);
      return result;
    });
  const result = new vscode.InlayHint(position(value.position), label, value.kind);
  result.tooltip = markdown(value.tooltip);
  result.paddingLeft = value.paddingLeft;
  result.paddingRight = value.paddingRight;
  result.textEdits = value.textEdits && edits(value.textEdits);
  return result;
}

export function hierarchyItem(value: any): vscode.CallHierarchyItem {
  const item = new vscode.CallHierarchyItem(
    value.kind - 1, value.name, value.detail ?? "", vscode.Uri.parse(value.uri), range(value.range),
    range(value.selectionRange),
  );
  return made(item, value);
}
