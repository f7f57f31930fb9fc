import * as vscode from "vscode";
import { clientCapabilities } from "./capabilities";
import { Connection } from "./connection";
import * as convert from "./convert";
import { registerFeatures } from "./features";
import { Tests } from "./tests";

const language = "bascule";
const selector: vscode.DocumentSelector = [
  { language, scheme: "file" },
  { language, scheme: "untitled" },
  { pattern: "**/apple-app-site-association", scheme: "file" },
];
/** A server that ends more often than this within `patience` is not restarted automatically. */
const restartLimit = 4;
const patience = 3 * 60_000;
/** The pause before the first restart, in milliseconds; it doubles with each. */
const firstPause = 250;

/** The settings that the server takes. */
const serverSettings = () => {
  const settings = vscode.workspace.getConfiguration("bascule");
  return {
    lenses: settings.get("lenses", true),
    hints: settings.get("hints", true),
    tests: settings.get("tests", true),
    coverage: settings.get("coverage", false),
    against: settings.get("against", ""),
  };
};

/** One server process and what is registered for it. */
class Client {
  private readonly disposables: vscode.Disposable[] = [];
  private readonly diagnostics = vscode.languages.createDiagnosticCollection(language);
  private readonly tokens = new vscode.EventEmitter<void>();
  private readonly hints = new vscode.EventEmitter<void>();
  private readonly lenses = new vscode.EventEmitter<void>();
  private readonly texts = new vscode.EventEmitter<vscode.Uri>();
  private readonly progress = new Map<string | number, { report(value: any): void; end(): void }>();
  private readonly connection: Connection;
  private readonly registrations = new Map<string, vscode.Disposable>();
  private isClosing = false;

  constructor(private readonly output: vscode.OutputChannel, onEnd: (reason: string) => void) {
    const settings = () => vscode.workspace.getConfiguration("bascule");
    this.connection = new Connection(
      settings().get("path", "bascule"),
      vscode.workspace.workspaceFolders?.[0]?.uri.fsPath,
      (text) => output.append(text),
      (reason) => {
        output.appendLine(reason);
        this.release();
        if (!this.isClosing) onEnd(reason);
      },
      (direction, { id, method }, text) => {
        const level = settings().get<string>("trace.server", "off");
        if (level === "messages") output.appendLine([direction, method ?? "response", id].join(" ").trim());
        if (level === "verbose") output.appendLine(`${direction} ${text}`);
      },
    );
    this.disposables.push(this.diagnostics, this.tokens, this.hints, this.lenses, this.texts);
    this.disposables.push(new Tests(this.connection));
    this.listen();
  }

  async start(version: string): Promise<void> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const { capabilities } = await this.connection.request("initialize", {
      processId: process.pid,
      clientInfo: { name: "Bascule for VS Code", version },
      locale: vscode.env.language,
      rootUri: folders[0]?.uri.toString() ?? null,
      capabilities: clientCapabilities,
      initializationOptions: {
        showsReferences: true, showsTests: true, ...serverSettings(),
      },
      workspaceFolders: folders.map(({ uri, name }) => ({ uri: uri.toString(), name })),
    });
    this.connection.notify("initialized", {});
    this.synchronise(capabilities.textDocumentSync);
    this.disposables.push(
      ...registerFeatures(this.connection, capabilities, selector, {
        tokens: this.tokens.event,
        hints: this.hints.event,
        lenses: this.lenses.event,
      }),
      ...this.registerCommands(capabilities.executeCommandProvider?.commands ?? []),
      vscode.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const folders = (list: readonly vscode.WorkspaceFolder[]) =>
          list.map(({ uri, name }) => ({ uri: uri.toString(), name }));
        this.connection.notify("workspace/didChangeWorkspaceFolders", {
          event: { added: folders(added), removed: folders(removed) },
        });
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (!event.affectsConfiguration("bascule")) return;
        this.connection.notify("workspace/didChangeConfiguration", { settings: { bascule: serverSettings() } });
      }),
      vscode.workspace.registerTextDocumentContentProvider("bascule", {
        onDidChange: this.texts.event,
        provideTextDocumentContent: async (uri) =>
          (await this.connection.request("workspace/textDocumentContent", { uri: uri.toString() })).text,
      }),
    );
  }

  async close(): Promise<void> {
    this.isClosing = true;
    await this.connection.close();
    this.release();
  }

  private release(): void {
    for (const progress of this.progress.values()) progress.end();
    this.progress.clear();
    vscode.Disposable.from(...this.disposables.splice(0), ...this.registrations.values()).dispose();
    this.registrations.clear();
  }

  // MARK: - Documents

  private synchronise(sync: any): void {
    const kind = typeof sync === "number" ? sync : sync?.change ?? 0;
    const isOurs = (document: vscode.TextDocument) =>
      vscode.languages.match(selector, document) > 0
      || document.uri.scheme === "file" && document.uri.path.endsWith("/bascule.json");
    const open = (document: vscode.TextDocument) => {
      if (!isOurs(document)) return;
      this.connection.notify("textDocument/didOpen", {
        textDocument: {
          uri: document.uri.toString(), languageId: document.languageId, version: document.version,
          text: document.getText(),
        },
      });
    };
    vscode.workspace.textDocuments.forEach(open);
    this.disposables.push(
      vscode.workspace.onDidOpenTextDocument(open),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (!isOurs(document) || contentChanges.length === 0) return;
        this.connection.notify("textDocument/didChange", {
          textDocument: { uri: document.uri.toString(), version: document.version },
          contentChanges: kind === 2
            ? contentChanges.map(({ range, text }) => ({ range: convert.extent(range), text }))
            : [{ text: document.getText() }],
        });
      }),
      vscode.workspace.onDidSaveTextDocument((document) => {
        if (!isOurs(document)) return;
        this.connection.notify("textDocument/didSave", { textDocument: { uri: document.uri.toString() } });
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (!isOurs(document)) return;
        this.connection.notify("textDocument/didClose", { textDocument: { uri: document.uri.toString() } });
      }),
    );
  }

  // MARK: - Commands

  private registerCommands(commands: string[]): vscode.Disposable[] {
    const execute = (command: string, given: unknown[]) =>
      this.connection.request("workspace/executeCommand", { command, arguments: given });
    return commands.map((command) =>
      vscode.commands.registerCommand(command, async (...given: any[]) => {
        try {
          switch (command) {
            case "bascule.references": {
              const [uri, at] = given;
              const found = await execute(command, given);
              await vscode.commands.executeCommand(
                "editor.action.showReferences", vscode.Uri.parse(uri), convert.position(at),
                (found ?? []).map(convert.location),
              );
              return;
            }
            case "bascule.trace": {
              if (given.length > 2) return await execute(command, given);
              const [uri = vscode.window.activeTextEditor?.document.uri.toString(), chain = null] = given;
              const url = await vscode.window.showInputBox({
                prompt: `What ${chain ? `does ${chain}` : "do the rules"} do with this URL?`,
                placeHolder: "https://example.com/product/1",
              });
              return url ? await execute(command, [uri, chain, url]) : undefined;
            }
            default:
              return await execute(command, given);
          }
        } catch (error) {
          await vscode.window.showErrorMessage((error as Error).message);
        }
      })
    );
  }

  // MARK: - Requests and notifications of the server

  private listen(): void {
    const { connection } = this;
    connection.onNotification("textDocument/publishDiagnostics", ({ uri, diagnostics }) => {
      this.diagnostics.set(vscode.Uri.parse(uri), diagnostics.map(convert.diagnostic));
    });
    connection.onNotification("window/logMessage", ({ message }) => this.output.appendLine(message));
    connection.onNotification("window/showMessage", ({ type, message }) => {
      void this.show(type, message, []);
    });
    connection.onRequest("window/showMessageRequest", async ({ type, message, actions }) => {
      const title = await this.show(type, message, (actions ?? []).map(({ title }: any) => title));
      return title === undefined ? null : { title };
    });
    connection.onRequest("window/showDocument", async ({ uri, external, takeFocus, selection }) => {
      const target = vscode.Uri.parse(uri);
      if (external) return { success: await vscode.env.openExternal(target) };
      const isText = target.scheme === "bascule";
      if (isText) this.texts.fire(target);
      await vscode.window.showTextDocument(target, {
        selection: selection && convert.range(selection),
        preserveFocus: takeFocus === false,
        viewColumn: isText ? vscode.ViewColumn.Beside : undefined,
      });
      return { success: true };
    });
    connection.onRequest("window/workDoneProgress/create", ({ token }) => this.begin(token));
    connection.onNotification("$/progress", ({ token, value }) => {
      const progress = this.progress.get(token);
      if (value.kind === "end") {
        progress?.end();
        this.progress.delete(token);
      } else {
        progress?.report(value);
      }
    });
    connection.onRequest("workspace/applyEdit", async ({ edit }) => ({
      applied: await vscode.workspace.applyEdit(convert.workspaceEdit(edit)),
    }));
    connection.onRequest("workspace/configuration", ({ items }) =>
      items.map(({ section, scopeUri }: any) =>
        vscode.workspace.getConfiguration(undefined, scopeUri && vscode.Uri.parse(scopeUri)).get(section) ?? null
      ));
    connection.onRequest("workspace/workspaceFolders", () =>
      (vscode.workspace.workspaceFolders ?? []).map(({ uri, name }) => ({ uri: uri.toString(), name })));
    connection.onRequest("workspace/semanticTokens/refresh", () => this.tokens.fire());
    connection.onRequest("workspace/inlayHint/refresh", () => this.hints.fire());
    connection.onRequest("workspace/codeLens/refresh", () => this.lenses.fire());
    connection.onRequest("workspace/textDocumentContent/refresh", ({ uri }) => {
      this.texts.fire(vscode.Uri.parse(uri));
    });
    connection.onRequest("client/registerCapability", ({ registrations }) => {
      for (const { id, method, registerOptions } of registrations) {
        if (method !== "workspace/didChangeWatchedFiles") continue;
        this.registrations.set(id, this.watch(registerOptions.watchers));
      }
    });
    connection.onRequest("client/unregisterCapability", ({ unregisterations }) => {
      for (const { id } of unregisterations) {
        this.registrations.get(id)?.dispose();
        this.registrations.delete(id);
      }
    });
  }

  private show(type: number, message: string, actions: string[]): Thenable<string | undefined> {
    switch (type) {
      case 1: return vscode.window.showErrorMessage(message, ...actions);
      case 2: return vscode.window.showWarningMessage(message, ...actions);
      default: return vscode.window.showInformationMessage(message, ...actions);
    }
  }

  private watch(watchers: any[]): vscode.Disposable {
    const tell = (type: number) => (uri: vscode.Uri) =>
      this.connection.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: uri.toString(), type }] });
    return vscode.Disposable.from(...watchers.map(({ globPattern }) => {
      const pattern = typeof globPattern === "string" ? globPattern : new vscode.RelativePattern(
        vscode.Uri.parse(globPattern.baseUri.uri ?? globPattern.baseUri), globPattern.pattern,
      );
      const watcher = vscode.workspace.createFileSystemWatcher(pattern);
      watcher.onDidCreate(tell(1));
      watcher.onDidChange(tell(2));
      watcher.onDidDelete(tell(3));
      return watcher;
    }));
  }

  private begin(token: string | number): void {
    const options = { location: vscode.ProgressLocation.Window, title: "Bascule" };
    void vscode.window.withProgress(options, (progress) =>
      new Promise<void>((resolve) => {
        let done = 0;
        this.progress.set(token, {
          report: ({ title, message, percentage }) => {
            const increment = percentage === undefined ? undefined : percentage - done;
            done = percentage ?? done;
            progress.report({ message: [title, message].filter(Boolean).join(": "), increment });
          },
          end: resolve,
        });
      }));
  }
}

let client: Client | undefined;
let output: vscode.OutputChannel;
let ends: number[] = [];

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  output = vscode.window.createOutputChannel("Bascule");
  const { version } = context.extension.packageJSON;
  const restart = async () => {
    await client?.close();
    ends = [];
    await start(version);
  };
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand("bascule.restart", restart),
    vscode.commands.registerCommand("bascule.showOutput", () => output.show()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("bascule.path")) void restart();
    }),
  );
  await start(version);
}

export async function deactivate(): Promise<void> {
  await client?.close();
  client = undefined;
}

async function start(version: string): Promise<void> {
  const started = new Client(output, (reason) => void ended(version, reason));
  client = started;
  try {
    await started.start(version);
  } catch (error) {
    output.appendLine(String(error));
  }
}

/** Restarts a server that has ended, unless it ends too often. */
async function ended(version: string, reason: string): Promise<void> {
  const now = Date.now();
  ends = [...ends.filter((time) => now - time < patience), now];
  if (!reason.startsWith("cannot start") && ends.length <= restartLimit) {
    const stopped = client;
    await new Promise((resolve) => setTimeout(resolve, firstPause * 2 ** (ends.length - 1)));
    // The user may have restarted it, or the extension may have been deactivated.
    if (client === stopped) await start(version);
    return;
  }
  const again = "Restart";
  const settings = "Open Settings";
  const chosen = await vscode.window.showErrorMessage(`Bascule: ${reason}`, again, settings);
  if (chosen === again) await vscode.commands.executeCommand("bascule.restart");
  if (chosen === settings) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "bascule.path");
  }
}
