// A stand-in for the parts of VS Code that `grammar/vscode/source` uses: values, registrations and events.

// deno-lint-ignore-file no-explicit-any

export class Disposable {
  static from(...all: { dispose(): any }[]) {
    return new Disposable(() => all.forEach((one) => one.dispose()));
  }
  constructor(private readonly call: () => any) {}
  dispose() {
    this.call();
  }
}

export class EventEmitter<T> {
  private readonly listeners = new Set<(event: T) => any>();
  event = (listener: (event: T) => any) => {
    this.listeners.add(listener);
    return new Disposable(() => this.listeners.delete(listener));
  };
  fire(event: T) {
    for (const listener of [...this.listeners]) listener(event);
  }
  dispose() {
    this.listeners.clear();
  }
}

/** A class whose instances store the arguments of their constructor, under those names. */
const value = (...names: string[]): any =>
  class {
    [name: string]: any;
    constructor(...given: any[]) {
      names.forEach((name, index) => this[name] = given[index]);
    }
  };

export const Position = value("line", "character");
export const Range = value("start", "end");
export const Location = value("uri", "range");
export const TextEdit = value("range", "newText");
export const SnippetString = value("value");
export const DiagnosticRelatedInformation = value("location", "message");
export const Diagnostic = value("range", "message", "severity");
export const Hover = value("contents", "range");
export const CompletionItem = value("label", "kind");
export const CompletionList = value("items", "isIncomplete");
export const ParameterInformation = value("label", "documentation");
export const SignatureInformation = value("label", "documentation");
export const SignatureHelp = value();
export const DocumentHighlight = value("range", "kind");
export const DocumentSymbol = value("name", "detail", "kind", "range", "selectionRange");
export const SymbolInformation = value("name", "kind", "containerName", "location");
export const SemanticTokensLegend = value("tokenTypes", "tokenModifiers");
export const SemanticTokens = value("data", "resultId");
export const SemanticTokensEdit = value("start", "deleteCount", "data");
export const SemanticTokensEdits = value("edits", "resultId");
export const FoldingRange = value("start", "end", "kind");
export const SelectionRange = value("range", "parent");
export const CodeAction = value("title", "kind");
export const InlayHintLabelPart = value("value");
export const InlayHint = value("position", "label", "kind");
export const CodeLens = value("range", "command");
export const DocumentLink = value("range", "target");
export const CallHierarchyItem = value("kind", "name", "detail", "uri", "range", "selectionRange");
export const CallHierarchyIncomingCall = value("item", "fromRanges");
export const CallHierarchyOutgoingCall = value("item", "fromRanges");
export const TestRunRequest = value("include");
export const TestMessage = value("message");
export const RelativePattern = value("base", "pattern");
export const SnippetTextEdit = value("range", "snippet");

export const DiagnosticSeverity = { Error: 0, Warning: 1, Information: 2, Hint: 3 };
export const DiagnosticTag = { Unnecessary: 1, Deprecated: 2 };
export const CompletionItemTag = { Deprecated: 1 };
export const SymbolTag = { Deprecated: 1 };
export const FoldingRangeKind = { Comment: 1, Imports: 2, Region: 3 };
export const ProgressLocation = { Window: 10 };
export const ViewColumn = { Beside: -2 };
export const TestRunProfileKind = { Run: 1 };

export class CodeActionKind {
  static Empty = new CodeActionKind("");
  constructor(readonly value: string) {}
  append(part: string) {
    return new CodeActionKind(this.value === "" ? part : `${this.value}.${part}`);
  }
}

export class MarkdownString {
  value = "";
  appendText(text: string) {
    this.value += text;
    return this;
  }
  appendMarkdown(text: string) {
    this.value += text;
    return this;
  }
}

export class Uri {
  private constructor(private readonly text: string) {}
  static parse(text: string) {
    return new Uri(text);
  }
  get scheme() {
    return this.text.split(":")[0];
  }
  get path() {
    return decodeURIComponent(this.text.replace(/^[a-z]+:(\/\/[^/]*)?/, ""));
  }
  get fsPath() {
    return this.path;
  }
  toString() {
    return this.text;
  }
}

export class WorkspaceEdit {
  readonly edits = new Map<string, any[]>();
  set(uri: Uri, edits: any[]) {
    this.edits.set(uri.toString(), edits);
  }
  get(uri: Uri) {
    return this.edits.get(uri.toString()) ?? [];
  }
  createFile() {}
  deleteFile() {}
  renameFile() {}
}

/** The registrations and messages of the extension, for the test. */
export const seen = {
  providers: new Map<string, any>(),
  commands: new Map<string, (...given: any[]) => any>(),
  diagnostics: new Map<string, any[]>(),
  watchers: [] as any[],
  messages: [] as string[],
  output: "",
  settings: {} as Record<string, unknown>,
  folders: [] as { uri: Uri; name: string }[],
  documents: [] as any[],
  /** The documents that the extension has shown. */
  shown: [] as { uri: string; options: any }[],
  /** The documents of the server whose texts have changed. */
  changedTexts: [] as string[],
  /** The items of the Test Explorer, by their identifiers, and the results of each run. */
  tests: new Map<string, any>(),
  runs: [] as string[][],
  runTests: (_: any): any => {},
};

export const opened = new EventEmitter<any>();
export const changed = new EventEmitter<any>();
export const saved = new EventEmitter<any>();
/** Renames files. */
export const renaming = new EventEmitter<any>();
export const closed = new EventEmitter<any>();
/** Sets a setting. */
export const configured = new EventEmitter<string>();
const never = new EventEmitter<any>();

export const languages: any = new Proxy({
  match: (_: unknown, document: any) => document.languageId === "bascule" ? 10 : 0,
  createDiagnosticCollection: () => ({
    set: (uri: Uri, list: any[]) => seen.diagnostics.set(uri.toString(), list),
    dispose: () => seen.diagnostics.clear(),
  }),
}, {
  get: (own: any, name: string) =>
    own[name] ?? ((...given: any[]) => {
      const key = name.replace(/^register|Provider$/g, "");
      seen.providers.set(key, given.find((one) => typeof one === "object" && !Array.isArray(one)));
      return new Disposable(() => seen.providers.delete(key));
    }),
});

const message = (text: string) => {
  seen.messages.push(text);
  return Promise.resolve(undefined);
};

export const window = {
  createOutputChannel: () => ({
    append: (text: string) => seen.output += text,
    appendLine: (text: string) => seen.output += text + "\n",
    show() {},
    dispose() {},
  }),
  showErrorMessage: message,
  showWarningMessage: message,
  showInformationMessage: message,
  showInputBox: () => Promise.resolve("https://example.com/product/1"),
  activeTextEditor: undefined as any,
  showTextDocument: (uri: Uri, options: any) => {
    seen.shown.push({ uri: uri.toString(), options });
    return Promise.resolve();
  },
  withProgress: (_: unknown, task: any) => task({ report() {} }),
};

export const workspace = {
  get workspaceFolders() {
    return seen.folders;
  },
  get textDocuments() {
    return seen.documents;
  },
  onDidOpenTextDocument: opened.event,
  onDidChangeTextDocument: changed.event,
  onDidSaveTextDocument: saved.event,
  onWillRenameFiles: renaming.event,
  onDidCloseTextDocument: closed.event,
  onDidChangeWorkspaceFolders: never.event,
  onDidChangeConfiguration: (listener: (event: any) => any) =>
    configured.event((name) =>
      listener({ affectsConfiguration: (part: string) => `${name}.`.startsWith(`${part}.`) })
    ),
  getConfiguration: () => ({ get: (name: string, other: unknown) => seen.settings[name] ?? other }),
  applyEdit: () => Promise.resolve(true),
  createFileSystemWatcher: (pattern: unknown) => {
    seen.watchers.push(pattern);
    return { onDidCreate() {}, onDidChange() {}, onDidDelete() {}, dispose() {} };
  },
  registerTextDocumentContentProvider: (scheme: string, provider: any) => {
    seen.providers.set(`content of ${scheme}`, provider);
    provider.onDidChange((uri: Uri) => seen.changedTexts.push(uri.toString()));
    return new Disposable(() => seen.providers.delete(`content of ${scheme}`));
  },
};

export const commands = {
  registerCommand: (name: string, call: any) => {
    if (seen.commands.has(name)) throw new Error(`the command ${name} exists`);
    seen.commands.set(name, call);
    return new Disposable(() => seen.commands.delete(name));
  },
  executeCommand: (name: string, ...given: any[]) => {
    seen.messages.push(`command ${name} ${JSON.stringify(given)}`);
    return Promise.resolve(seen.commands.get(name)?.(...given));
  },
};

const children = (of: any) => ({
  replace: (items: any[]) => {
    for (const item of items) {
      item.parent = of;
      seen.tests.set(item.id, item);
    }
  },
});

export const tests = {
  createTestController: () => {
    seen.providers.set("tests", {});
    return {
      items: {
        replace: (items: any[]) => {
          for (const id of [...seen.tests.keys()]) if (!items.some((item) => id.startsWith(item.id))) seen.tests.delete(id);
          children(undefined).replace(items);
        },
      },
      createTestItem: (id: string, label: string, uri: Uri) => {
        const item: any = { id, label, uri };
        item.children = children(item);
        return item;
      },
      createRunProfile: (_label: string, _kind: number, run: any) => seen.runTests = run,
      createTestRun: () => {
        const results: string[] = [];
        return {
          passed: (item: any) => results.push(`passed ${item.label}`),
          failed: (item: any, message: any) => results.push(`failed ${item.label}: ${message.message}`),
          skipped: (item: any) => results.push(`skipped ${item.label}`),
          end: () => seen.runs.push(results),
        };
      },
      dispose: () => seen.providers.delete("tests"),
    };
  },
};

export const env = { language: "en", openExternal: () => Promise.resolve(true) };
