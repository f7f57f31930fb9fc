// The part of the API of VS Code that this extension uses, copied from its documentation, so that the extension
// can be type-checked without `@types/vscode`.

export interface Disposable { dispose(): any }
export class Disposable {
  static from(...disposables: { dispose(): any }[]): Disposable;
  constructor(callOnDispose: () => any);
}
export type Event<T> = (listener: (event: T) => any, thisArgs?: any, disposables?: Disposable[]) => Disposable;
export class EventEmitter<T> {
  event: Event<T>;
  fire(data: T): void;
  dispose(): void;
}
export type ProviderResult<T> = T | undefined | null | Thenable<T | undefined | null>;
export interface Thenable<T> extends PromiseLike<T> {}
declare global { interface Thenable<T> extends PromiseLike<T> {} }
export interface CancellationToken {
  isCancellationRequested: boolean;
  onCancellationRequested: Event<any>;
}

// Text

export class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number);
}
export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(start: Position, end: Position);
}
export class Uri {
  static parse(value: string, strict?: boolean): Uri;
  readonly scheme: string;
  readonly path: string;
  readonly fsPath: string;
  toString(skipEncoding?: boolean): string;
}
export class Location { constructor(uri: Uri, rangeOrPosition: Range | Position); uri: Uri; range: Range }
export class TextEdit { constructor(range: Range, newText: string); range: Range; newText: string }
export class WorkspaceEdit {
  set(uri: Uri, edits: readonly (TextEdit | SnippetTextEdit)[]): void;
  get(uri: Uri): TextEdit[];
  createFile(uri: Uri, options?: { overwrite?: boolean; ignoreIfExists?: boolean }): void;
  deleteFile(uri: Uri, options?: { recursive?: boolean; ignoreIfNotExists?: boolean }): void;
  renameFile(oldUri: Uri, newUri: Uri, options?: { overwrite?: boolean; ignoreIfExists?: boolean }): void;
}
export class SnippetString { constructor(value?: string); value: string }
export class SnippetTextEdit { constructor(range: Range, snippet: SnippetString); range: Range; snippet: SnippetString }
export class MarkdownString {
  constructor(value?: string);
  value: string;
  appendText(value: string): MarkdownString;
  appendMarkdown(value: string): MarkdownString;
}
export interface TextDocument {
  readonly uri: Uri;
  readonly languageId: string;
  readonly version: number;
  getText(range?: Range): string;
}
export interface TextDocumentContentChangeEvent { readonly range: Range; readonly text: string }
export interface TextDocumentChangeEvent {
  readonly document: TextDocument;
  readonly contentChanges: readonly TextDocumentContentChangeEvent[];
}
export interface DocumentFilter { language?: string; scheme?: string; pattern?: string }
export type DocumentSelector = string | DocumentFilter | readonly (string | DocumentFilter)[];
export interface Command { title: string; command: string; tooltip?: string; arguments?: any[] }

// Findings

export enum DiagnosticSeverity { Error = 0, Warning = 1, Information = 2, Hint = 3 }
export enum DiagnosticTag { Unnecessary = 1, Deprecated = 2 }
export class DiagnosticRelatedInformation { constructor(location: Location, message: string) }
export class Diagnostic {
  constructor(range: Range, message: string, severity?: DiagnosticSeverity);
  range: Range;
  message: string;
  severity: DiagnosticSeverity;
  source?: string;
  code?: string | number | { value: string | number; target: Uri };
  relatedInformation?: DiagnosticRelatedInformation[];
  tags?: DiagnosticTag[];
}
export interface DiagnosticCollection extends Disposable {
  set(uri: Uri, diagnostics: readonly Diagnostic[] | undefined): void;
}

// Features

export class Hover { constructor(contents: MarkdownString, range?: Range) }
export interface HoverProvider {
  provideHover(document: TextDocument, position: Position, token: CancellationToken): ProviderResult<Hover>;
}
export enum CompletionItemTag { Deprecated = 1 }
export type CompletionItemKind = number;
export interface CompletionItemLabel { label: string; detail?: string; description?: string }
export class CompletionItem {
  constructor(label: string | CompletionItemLabel, kind?: CompletionItemKind);
  detail?: string;
  documentation?: string | MarkdownString;
  sortText?: string;
  filterText?: string;
  preselect?: boolean;
  insertText?: string | SnippetString;
  range?: Range | { inserting: Range; replacing: Range };
  commitCharacters?: string[];
  additionalTextEdits?: TextEdit[];
  command?: Command;
  tags?: readonly CompletionItemTag[];
}
export class CompletionList { constructor(items?: CompletionItem[], isIncomplete?: boolean) }
export interface CompletionContext { readonly triggerKind: 0 | 1 | 2; readonly triggerCharacter: string | undefined }
export interface CompletionItemProvider {
  provideCompletionItems(
    document: TextDocument, position: Position, token: CancellationToken, context: CompletionContext,
  ): ProviderResult<CompletionItem[] | CompletionList>;
  resolveCompletionItem?(item: CompletionItem, token: CancellationToken): ProviderResult<CompletionItem>;
}
export class ParameterInformation {
  constructor(label: string | [number, number], documentation?: string | MarkdownString);
}
export class SignatureInformation {
  constructor(label: string, documentation?: string | MarkdownString);
  parameters: ParameterInformation[];
  activeParameter?: number;
}
export class SignatureHelp { signatures: SignatureInformation[]; activeSignature: number; activeParameter: number }
export interface SignatureHelpContext {
  readonly triggerKind: 1 | 2 | 3;
  readonly triggerCharacter: string | undefined;
  readonly isRetrigger: boolean;
}
export interface SignatureHelpProvider {
  provideSignatureHelp(
    document: TextDocument, position: Position, token: CancellationToken, context: SignatureHelpContext,
  ): ProviderResult<SignatureHelp>;
}
export interface DefinitionProvider {
  provideDefinition(document: TextDocument, position: Position, token: CancellationToken): ProviderResult<Location[]>;
}
export interface TypeDefinitionProvider {
  provideTypeDefinition(document: TextDocument, position: Position, token: CancellationToken): ProviderResult<Location[]>;
}
export interface ReferenceProvider {
  provideReferences(
    document: TextDocument, position: Position, context: { readonly includeDeclaration: boolean },
    token: CancellationToken,
  ): ProviderResult<Location[]>;
}
export class DocumentHighlight { constructor(range: Range, kind?: number) }
export interface DocumentHighlightProvider {
  provideDocumentHighlights(
    document: TextDocument, position: Position, token: CancellationToken,
  ): ProviderResult<DocumentHighlight[]>;
}
export interface RenameProvider {
  provideRenameEdits(
    document: TextDocument, position: Position, newName: string, token: CancellationToken,
  ): ProviderResult<WorkspaceEdit>;
  prepareRename?(
    document: TextDocument, position: Position, token: CancellationToken,
  ): ProviderResult<Range | { range: Range; placeholder: string }>;
}
export enum SymbolTag { Deprecated = 1 }
export class DocumentSymbol {
  constructor(name: string, detail: string, kind: number, range: Range, selectionRange: Range);
  children: DocumentSymbol[];
  tags?: readonly SymbolTag[];
}
export interface DocumentSymbolProvider {
  provideDocumentSymbols(document: TextDocument, token: CancellationToken): ProviderResult<DocumentSymbol[]>;
}
export class SymbolInformation {
  constructor(name: string, kind: number, containerName: string, location: Location);
}
export interface WorkspaceSymbolProvider {
  provideWorkspaceSymbols(query: string, token: CancellationToken): ProviderResult<SymbolInformation[]>;
}
export class SemanticTokensLegend { constructor(tokenTypes: string[], tokenModifiers?: string[]) }
export class SemanticTokens { constructor(data: Uint32Array, resultId?: string) }
export class SemanticTokensEdit { constructor(start: number, deleteCount: number, data?: Uint32Array) }
export class SemanticTokensEdits { constructor(edits: SemanticTokensEdit[], resultId?: string) }
export interface DocumentSemanticTokensProvider {
  onDidChangeSemanticTokens?: Event<void>;
  provideDocumentSemanticTokens(document: TextDocument, token: CancellationToken): ProviderResult<SemanticTokens>;
  provideDocumentSemanticTokensEdits?(
    document: TextDocument, previousResultId: string, token: CancellationToken,
  ): ProviderResult<SemanticTokens | SemanticTokensEdits>;
}
export interface DocumentRangeSemanticTokensProvider {
  provideDocumentRangeSemanticTokens(
    document: TextDocument, range: Range, token: CancellationToken,
  ): ProviderResult<SemanticTokens>;
}
export enum FoldingRangeKind { Comment = 1, Imports = 2, Region = 3 }
export class FoldingRange { constructor(start: number, end: number, kind?: FoldingRangeKind) }
export interface FoldingRangeProvider {
  provideFoldingRanges(document: TextDocument, context: object, token: CancellationToken): ProviderResult<FoldingRange[]>;
}
export class SelectionRange { constructor(range: Range, parent?: SelectionRange) }
export interface SelectionRangeProvider {
  provideSelectionRanges(
    document: TextDocument, positions: readonly Position[], token: CancellationToken,
  ): ProviderResult<SelectionRange[]>;
}
export interface FormattingOptions { tabSize: number; insertSpaces: boolean }
export interface DocumentFormattingEditProvider {
  provideDocumentFormattingEdits(
    document: TextDocument, options: FormattingOptions, token: CancellationToken,
  ): ProviderResult<TextEdit[]>;
}
export interface DocumentRangeFormattingEditProvider {
  provideDocumentRangeFormattingEdits(
    document: TextDocument, range: Range, options: FormattingOptions, token: CancellationToken,
  ): ProviderResult<TextEdit[]>;
}
export interface OnTypeFormattingEditProvider {
  provideOnTypeFormattingEdits(
    document: TextDocument, position: Position, ch: string, options: FormattingOptions, token: CancellationToken,
  ): ProviderResult<TextEdit[]>;
}
export class CodeActionKind {
  static readonly Empty: CodeActionKind;
  readonly value: string;
  append(parts: string): CodeActionKind;
}
export class CodeAction {
  constructor(title: string, kind?: CodeActionKind);
  edit?: WorkspaceEdit;
  diagnostics?: Diagnostic[];
  command?: Command;
  isPreferred?: boolean;
  disabled?: { readonly reason: string };
}
export interface CodeActionContext {
  readonly triggerKind: 1 | 2;
  readonly diagnostics: readonly Diagnostic[];
  readonly only: CodeActionKind | undefined;
}
export interface CodeActionProvider {
  provideCodeActions(
    document: TextDocument, range: Range, context: CodeActionContext, token: CancellationToken,
  ): ProviderResult<(CodeAction | Command)[]>;
  resolveCodeAction?(action: CodeAction, token: CancellationToken): ProviderResult<CodeAction>;
}
export class InlayHintLabelPart {
  constructor(value: string);
  tooltip?: string | MarkdownString;
  location?: Location;
}
export class InlayHint {
  constructor(position: Position, label: string | InlayHintLabelPart[], kind?: number);
  tooltip?: string | MarkdownString;
  textEdits?: TextEdit[];
  paddingLeft?: boolean;
  paddingRight?: boolean;
}
export interface InlayHintsProvider {
  onDidChangeInlayHints?: Event<void>;
  provideInlayHints(document: TextDocument, range: Range, token: CancellationToken): ProviderResult<InlayHint[]>;
}
export class CodeLens { constructor(range: Range, command?: Command); range: Range; command?: Command }
export interface CodeLensProvider {
  onDidChangeCodeLenses?: Event<void>;
  provideCodeLenses(document: TextDocument, token: CancellationToken): ProviderResult<CodeLens[]>;
  resolveCodeLens?(lens: CodeLens, token: CancellationToken): ProviderResult<CodeLens>;
}
export class DocumentLink { constructor(range: Range, target?: Uri); tooltip?: string }
export interface DocumentLinkProvider {
  provideDocumentLinks(document: TextDocument, token: CancellationToken): ProviderResult<DocumentLink[]>;
}
export class CallHierarchyItem {
  constructor(kind: number, name: string, detail: string, uri: Uri, range: Range, selectionRange: Range);
}
export class CallHierarchyIncomingCall { constructor(item: CallHierarchyItem, fromRanges: Range[]) }
export class CallHierarchyOutgoingCall { constructor(item: CallHierarchyItem, fromRanges: Range[]) }
export interface CallHierarchyProvider {
  prepareCallHierarchy(
    document: TextDocument, position: Position, token: CancellationToken,
  ): ProviderResult<CallHierarchyItem[]>;
  provideCallHierarchyIncomingCalls(
    item: CallHierarchyItem, token: CancellationToken,
  ): ProviderResult<CallHierarchyIncomingCall[]>;
  provideCallHierarchyOutgoingCalls(
    item: CallHierarchyItem, token: CancellationToken,
  ): ProviderResult<CallHierarchyOutgoingCall[]>;
}

export namespace languages {
  function match(selector: DocumentSelector, document: TextDocument): number;
  function createDiagnosticCollection(name?: string): DiagnosticCollection;
  function registerHoverProvider(selector: DocumentSelector, provider: HoverProvider): Disposable;
  function registerCompletionItemProvider(
    selector: DocumentSelector, provider: CompletionItemProvider, ...triggerCharacters: string[]
  ): Disposable;
  function registerSignatureHelpProvider(
    selector: DocumentSelector, provider: SignatureHelpProvider,
    metadata: { readonly triggerCharacters: readonly string[]; readonly retriggerCharacters: readonly string[] },
  ): Disposable;
  function registerDefinitionProvider(selector: DocumentSelector, provider: DefinitionProvider): Disposable;
  function registerTypeDefinitionProvider(selector: DocumentSelector, provider: TypeDefinitionProvider): Disposable;
  function registerReferenceProvider(selector: DocumentSelector, provider: ReferenceProvider): Disposable;
  function registerDocumentHighlightProvider(
    selector: DocumentSelector, provider: DocumentHighlightProvider,
  ): Disposable;
  function registerRenameProvider(selector: DocumentSelector, provider: RenameProvider): Disposable;
  function registerDocumentSymbolProvider(selector: DocumentSelector, provider: DocumentSymbolProvider): Disposable;
  function registerWorkspaceSymbolProvider(provider: WorkspaceSymbolProvider): Disposable;
  function registerDocumentSemanticTokensProvider(
    selector: DocumentSelector, provider: DocumentSemanticTokensProvider, legend: SemanticTokensLegend,
  ): Disposable;
  function registerDocumentRangeSemanticTokensProvider(
    selector: DocumentSelector, provider: DocumentRangeSemanticTokensProvider, legend: SemanticTokensLegend,
  ): Disposable;
  function registerFoldingRangeProvider(selector: DocumentSelector, provider: FoldingRangeProvider): Disposable;
  function registerSelectionRangeProvider(selector: DocumentSelector, provider: SelectionRangeProvider): Disposable;
  function registerDocumentFormattingEditProvider(
    selector: DocumentSelector, provider: DocumentFormattingEditProvider,
  ): Disposable;
  function registerDocumentRangeFormattingEditProvider(
    selector: DocumentSelector, provider: DocumentRangeFormattingEditProvider,
  ): Disposable;
  function registerOnTypeFormattingEditProvider(
    selector: DocumentSelector, provider: OnTypeFormattingEditProvider, firstTriggerCharacter: string,
    ...moreTriggerCharacter: string[]
  ): Disposable;
  function registerCodeActionsProvider(
    selector: DocumentSelector, provider: CodeActionProvider,
    metadata?: { readonly providedCodeActionKinds?: readonly CodeActionKind[] },
  ): Disposable;
  function registerInlayHintsProvider(selector: DocumentSelector, provider: InlayHintsProvider): Disposable;
  function registerCodeLensProvider(selector: DocumentSelector, provider: CodeLensProvider): Disposable;
  function registerDocumentLinkProvider(selector: DocumentSelector, provider: DocumentLinkProvider): Disposable;
  function registerCallHierarchyProvider(selector: DocumentSelector, provider: CallHierarchyProvider): Disposable;
}

// Tests

export interface TestItem {
  readonly id: string;
  readonly uri: Uri | undefined;
  readonly parent: TestItem | undefined;
  readonly children: TestItemCollection;
  range: Range | undefined;
}
export interface TestItemCollection { replace(items: readonly TestItem[]): void }
export enum TestRunProfileKind { Run = 1 }
export class TestRunRequest {
  constructor(include?: readonly TestItem[]);
  readonly include: readonly TestItem[] | undefined;
}
export class TestMessage { constructor(message: string); location?: Location }
export interface TestRun {
  passed(test: TestItem): void;
  failed(test: TestItem, message: TestMessage): void;
  skipped(test: TestItem): void;
  end(): void;
}
export interface TestController extends Disposable {
  readonly items: TestItemCollection;
  createTestItem(id: string, label: string, uri?: Uri): TestItem;
  createRunProfile(
    label: string, kind: TestRunProfileKind,
    runHandler: (request: TestRunRequest, token: CancellationToken) => Thenable<void> | void, isDefault?: boolean,
  ): Disposable;
  createTestRun(request: TestRunRequest, name?: string, persist?: boolean): TestRun;
}
export namespace tests {
  function createTestController(id: string, label: string): TestController;
}

// The window and the workspace

export interface OutputChannel extends Disposable {
  append(value: string): void;
  appendLine(value: string): void;
  show(preserveFocus?: boolean): void;
}
export enum ViewColumn { Beside = -2 }
export enum ProgressLocation { SourceControl = 1, Window = 10, Notification = 15 }
export namespace window {
  function createOutputChannel(name: string): OutputChannel;
  function showErrorMessage(message: string, ...items: string[]): Thenable<string | undefined>;
  function showWarningMessage(message: string, ...items: string[]): Thenable<string | undefined>;
  function showInformationMessage(message: string, ...items: string[]): Thenable<string | undefined>;
  function showInputBox(options?: { prompt?: string; placeHolder?: string }): Thenable<string | undefined>;
  const activeTextEditor: { readonly document: TextDocument } | undefined;
  function showTextDocument(
    uri: Uri, options?: { selection?: Range; preserveFocus?: boolean; viewColumn?: ViewColumn },
  ): Thenable<unknown>;
  function withProgress<R>(
    options: { location: ProgressLocation; title?: string },
    task: (progress: { report(value: { message?: string; increment?: number }): void }) => Thenable<R>,
  ): Thenable<R>;
}
export interface WorkspaceFolder { readonly uri: Uri; readonly name: string }
export interface FileSystemWatcher extends Disposable {
  readonly onDidCreate: Event<Uri>;
  readonly onDidChange: Event<Uri>;
  readonly onDidDelete: Event<Uri>;
}
export class RelativePattern { constructor(base: Uri | string, pattern: string) }
export interface WorkspaceConfiguration {
  get<T>(section: string): T | undefined;
  get<T>(section: string, defaultValue: T): T;
}
export interface FileWillRenameEvent {
  readonly files: readonly { readonly oldUri: Uri; readonly newUri: Uri }[];
  waitUntil(edit: Thenable<WorkspaceEdit>): void;
}
export namespace workspace {
  const workspaceFolders: readonly WorkspaceFolder[] | undefined;
  const textDocuments: readonly TextDocument[];
  const onDidOpenTextDocument: Event<TextDocument>;
  const onDidChangeTextDocument: Event<TextDocumentChangeEvent>;
  const onDidSaveTextDocument: Event<TextDocument>;
  const onDidCloseTextDocument: Event<TextDocument>;
  const onWillRenameFiles: Event<FileWillRenameEvent>;
  const onDidChangeWorkspaceFolders: Event<{
    readonly added: readonly WorkspaceFolder[];
    readonly removed: readonly WorkspaceFolder[];
  }>;
  const onDidChangeConfiguration: Event<{ affectsConfiguration(section: string): boolean }>;
  function getConfiguration(section?: string, scope?: Uri): WorkspaceConfiguration;
  function applyEdit(edit: WorkspaceEdit): Thenable<boolean>;
  function createFileSystemWatcher(pattern: string | RelativePattern): FileSystemWatcher;
  function registerTextDocumentContentProvider(
    scheme: string,
    provider: { onDidChange?: Event<Uri>; provideTextDocumentContent(uri: Uri): ProviderResult<string> },
  ): Disposable;
}
export namespace commands {
  function registerCommand(command: string, callback: (...args: any[]) => any): Disposable;
  function executeCommand<T = unknown>(command: string, ...rest: any[]): Thenable<T>;
}
export namespace env {
  const language: string;
  function openExternal(target: Uri): Thenable<boolean>;
}
export interface ExtensionContext {
  readonly subscriptions: { dispose(): any }[];
  readonly extension: { readonly packageJSON: any };
}
