import * as vscode from "vscode";
import type { Cancellation, Connection } from "./connection";
import * as convert from "./convert";

type Ask = (method: string, params: unknown, token: Cancellation) => Promise<any>;

/** Registers the features that the server supports. */
export function registerFeatures(
  connection: Connection,
  capabilities: any,
  selector: vscode.DocumentSelector,
  changes: { tokens: vscode.Event<void>; hints: vscode.Event<void>; lenses: vscode.Event<void> },
): vscode.Disposable[] {
  const { languages, workspace } = vscode;
  const registered: vscode.Disposable[] = [];
  const add = (capability: unknown, register: () => vscode.Disposable) => {
    if (capability) registered.push(register());
  };
  // Results for outdated text are discarded: the editor repeats the request.
  const ask: Ask = (method, params, token) =>
    connection.request(method, params, token).catch(() => null);
  const identifier = (document: vscode.TextDocument) => ({ uri: document.uri.toString() });
  const at = (document: vscode.TextDocument, position: vscode.Position) => ({
    textDocument: identifier(document),
    position: convert.place(position),
  });
  const locations = async (
    method: string, document: vscode.TextDocument, position: vscode.Position,
    token: vscode.CancellationToken, more = {},
  ) => {
    const found = await ask(method, { ...at(document, position), ...more }, token);
    const list = found === null ? [] : Array.isArray(found) ? found : [found];
    return list.map((link: any) =>
      convert.location({ uri: link.targetUri ?? link.uri, range: link.targetSelectionRange ?? link.range })
    );
  };

  add(capabilities.hoverProvider, () =>
    languages.registerHoverProvider(selector, {
      async provideHover(document, position, token) {
        const found = await ask("textDocument/hover", at(document, position), token);
        const contents = found && convert.markdown(found.contents);
        return contents ? new vscode.Hover(contents, found.range && convert.range(found.range)) : undefined;
      },
    }));

  const completion = capabilities.completionProvider;
  add(completion, () =>
    languages.registerCompletionItemProvider(selector, {
      async provideCompletionItems(document, position, token, context) {
        const found = await ask("textDocument/completion", {
          ...at(document, position),
          context: { triggerKind: context.triggerKind + 1, triggerCharacter: context.triggerCharacter },
        }, token);
        const list = Array.isArray(found) ? found : found?.items ?? [];
        return new vscode.CompletionList(
          list.map((item: any) => convert.completion(item, found?.itemDefaults)),
          found?.isIncomplete ?? false,
        );
      },
      async resolveCompletionItem(item, token) {
        if (!completion.resolveProvider) return item;
        const found = await ask("completionItem/resolve", convert.original(item), token);
        if (found) {
          item.documentation = convert.markdown(found.documentation);
          item.detail = found.detail ?? item.detail;
        }
        return item;
      },
    }, ...(completion.triggerCharacters ?? [])));

  const signatures = capabilities.signatureHelpProvider;
  add(signatures, () =>
    languages.registerSignatureHelpProvider(selector, {
      async provideSignatureHelp(document, position, token, context) {
        const found = await ask("textDocument/signatureHelp", {
          ...at(document, position),
          context: {
            triggerKind: context.triggerKind, triggerCharacter: context.triggerCharacter,
            isRetrigger: context.isRetrigger,
          },
        }, token);
        if (!found?.signatures?.length) return undefined;
        const help = new vscode.SignatureHelp();
        help.signatures = found.signatures.map((value: any) => {
          const made = new vscode.SignatureInformation(value.label, convert.markdown(value.documentation));
          made.parameters = (value.parameters ?? []).map((parameter: any) =>
            new vscode.ParameterInformation(parameter.label, convert.markdown(parameter.documentation))
          );
          made.activeParameter = value.activeParameter;
          return made;
        });
        help.activeSignature = found.activeSignature ?? 0;
        help.activeParameter = found.activeParameter ?? 0;
        return help;
      },
    }, { triggerCharacters: signatures.triggerCharacters ?? [], retriggerCharacters: signatures.retriggerCharacters ?? [] }));

  add(capabilities.definitionProvider, () =>
    languages.registerDefinitionProvider(selector, {
      provideDefinition: (document, position, token) =>
        locations("textDocument/definition", document, position, token),
    }));
  add(capabilities.typeDefinitionProvider, () =>
    languages.registerTypeDefinitionProvider(selector, {
      provideTypeDefinition: (document, position, token) =>
        locations("textDocument/typeDefinition", document, position, token),
    }));
  add(capabilities.referencesProvider, () =>
    languages.registerReferenceProvider(selector, {
      provideReferences: (document, position, context, token) =>
        locations("textDocument/references", document, position, token, {
          context: { includeDeclaration: context.includeDeclaration },
        }),
    }));
  add(capabilities.documentHighlightProvider, () =>
    languages.registerDocumentHighlightProvider(selector, {
      async provideDocumentHighlights(document, position, token) {
        const found = await ask("textDocument/documentHighlight", at(document, position), token);
        return (found ?? []).map((value: any) =>
          new vscode.DocumentHighlight(convert.range(value.range), (value.kind ?? 1) - 1)
        );
      },
    }));

  add(capabilities.renameProvider, () =>
    languages.registerRenameProvider(selector, {
      // Shows the server's reason for rejecting the new name.
      async provideRenameEdits(document, position, newName, token) {
        const params = { ...at(document, position), newName };
        return convert.workspaceEdit(await connection.request("textDocument/rename", params, token));
      },
      async prepareRename(document, position, token) {
        const params = at(document, position);
        const found = await connection.request("textDocument/prepareRename", params, token);
        if (!found) throw new Error("this cannot be renamed");
        const extent = convert.range(found.range ?? found);
        return { range: extent, placeholder: found.placeholder ?? document.getText(extent) };
      },
    }));

  add(capabilities.documentSymbolProvider, () =>
    languages.registerDocumentSymbolProvider(selector, {
      async provideDocumentSymbols(document, token) {
        const params = { textDocument: identifier(document) };
        return ((await ask("textDocument/documentSymbol", params, token)) ?? []).map(convert.symbol);
      },
    }));
  add(capabilities.workspaceSymbolProvider, () =>
    languages.registerWorkspaceSymbolProvider({
      async provideWorkspaceSymbols(query, token) {
        return ((await ask("workspace/symbol", { query }, token)) ?? []).map((value: any) =>
          new vscode.SymbolInformation(
            value.name, value.kind - 1, value.containerName ?? "", convert.location(value.location),
          )
        );
      },
    }));

  const tokens = capabilities.semanticTokensProvider;
  add(tokens, () => {
    const legend = new vscode.SemanticTokensLegend(tokens.legend.tokenTypes, tokens.legend.tokenModifiers);
    const made = (found: any) => found && new vscode.SemanticTokens(Uint32Array.from(found.data), found.resultId);
    const registrations: vscode.Disposable[] = [];
    if (tokens.full) {
      registrations.push(languages.registerDocumentSemanticTokensProvider(selector, {
        onDidChangeSemanticTokens: changes.tokens,
        async provideDocumentSemanticTokens(document, token) {
          return made(await ask("textDocument/semanticTokens/full", { textDocument: identifier(document) }, token));
        },
        async provideDocumentSemanticTokensEdits(document, previousResultId, token) {
          if (!tokens.full.delta) return this.provideDocumentSemanticTokens(document, token);
          const params = { textDocument: identifier(document), previousResultId };
          const found = await ask("textDocument/semanticTokens/full/delta", params, token);
          if (!found?.edits) return made(found);
          return new vscode.SemanticTokensEdits(
            found.edits.map((edit: any) =>
              new vscode.SemanticTokensEdit(edit.start, edit.deleteCount, edit.data && Uint32Array.from(edit.data))
            ),
            found.resultId,
          );
        },
      }, legend));
    }
    if (tokens.range) {
      registrations.push(languages.registerDocumentRangeSemanticTokensProvider(selector, {
        async provideDocumentRangeSemanticTokens(document, range, token) {
          const params = { textDocument: identifier(document), range: convert.extent(range) };
          return made(await ask("textDocument/semanticTokens/range", params, token));
        },
      }, legend));
    }
    return vscode.Disposable.from(...registrations);
  });

  add(capabilities.foldingRangeProvider, () =>
    languages.registerFoldingRangeProvider(selector, {
      async provideFoldingRanges(document, _context, token) {
        const kinds: Record<string, vscode.FoldingRangeKind> = {
          comment: vscode.FoldingRangeKind.Comment,
          imports: vscode.FoldingRangeKind.Imports,
          region: vscode.FoldingRangeKind.Region,
        };
        const found = await ask("textDocument/foldingRange", { textDocument: identifier(document) }, token);
        return (found ?? []).map((value: any) =>
          new vscode.FoldingRange(value.startLine, value.endLine, kinds[value.kind])
        );
      },
    }));
  add(capabilities.selectionRangeProvider, () =>
    languages.registerSelectionRangeProvider(selector, {
      async provideSelectionRanges(document, positions, token) {
        const made = (value: any): vscode.SelectionRange =>
          new vscode.SelectionRange(convert.range(value.range), value.parent && made(value.parent));
        const params = { textDocument: identifier(document), positions: positions.map(convert.place) };
        return ((await ask("textDocument/selectionRange", params, token)) ?? []).map(made);
      },
    }));

  const formatted = async (
    method: string, document: vscode.TextDocument, options: vscode.FormattingOptions,
    token: vscode.CancellationToken, more = {},
  ) => convert.edits(await ask(method, { textDocument: identifier(document), options, ...more }, token));
  add(capabilities.documentFormattingProvider, () =>
    languages.registerDocumentFormattingEditProvider(selector, {
      provideDocumentFormattingEdits: (document, options, token) =>
        formatted("textDocument/formatting", document, options, token),
    }));
  add(capabilities.documentRangeFormattingProvider, () =>
    languages.registerDocumentRangeFormattingEditProvider(selector, {
      provideDocumentRangeFormattingEdits: (document, range, options, token) =>
        formatted("textDocument/rangeFormatting", document, options, token, { range: convert.extent(range) }),
    }));
  const typing = capabilities.documentOnTypeFormattingProvider;
  add(typing, () =>
    languages.registerOnTypeFormattingEditProvider(selector, {
      provideOnTypeFormattingEdits: (document, position, ch, options, token) =>
        formatted("textDocument/onTypeFormatting", document, options, token, {
          position: convert.place(position), ch,
        }),
    }, typing.firstTriggerCharacter, ...(typing.moreTriggerCharacter ?? [])));

  const actions = capabilities.codeActionProvider;
  add(actions, () =>
    languages.registerCodeActionsProvider([selector, { pattern: "**/bascule.json", scheme: "file" }].flat(), {
      async provideCodeActions(document, range, context, token) {
        const found = await ask("textDocument/codeAction", {
          textDocument: identifier(document),
          range: convert.extent(range),
          context: {
            diagnostics: context.diagnostics.map(convert.sentDiagnostic),
            only: context.only && [context.only.value],
            triggerKind: context.triggerKind,
          },
        }, token);
        return (found ?? []).map(convert.action);
      },
      async resolveCodeAction(action, token) {
        if (action.edit || !actions.resolveProvider) return action;
        const found = await ask("codeAction/resolve", convert.original(action), token);
        if (found?.edit) action.edit = convert.workspaceEdit(found.edit);
        if (found?.command) action.command = convert.command(found.command);
        return action;
      },
    }, {
      providedCodeActionKinds: (actions.codeActionKinds ?? []).map((kind: string) =>
        vscode.CodeActionKind.Empty.append(kind)
      ),
    }));

  add(capabilities.inlayHintProvider, () =>
    languages.registerInlayHintsProvider(selector, {
      onDidChangeInlayHints: changes.hints,
      async provideInlayHints(document, range, token) {
        const params = { textDocument: identifier(document), range: convert.extent(range) };
        return ((await ask("textDocument/inlayHint", params, token)) ?? []).map(convert.hint);
      },
    }));

  add(capabilities.workspace?.fileOperations?.willRename, () =>
    workspace.onWillRenameFiles((event) => {
      const files = event.files.map(({ oldUri, newUri }) => ({
        oldUri: oldUri.toString(), newUri: newUri.toString(),
      }));
      const edit = connection.request("workspace/willRenameFiles", { files }).catch(() => null);
      event.waitUntil(edit.then((edit) => edit ? convert.workspaceEdit(edit) : new vscode.WorkspaceEdit()));
    }));

  const lenses = capabilities.codeLensProvider;
  add(lenses, () =>
    languages.registerCodeLensProvider(selector, {
      onDidChangeCodeLenses: changes.lenses,
      async provideCodeLenses(document, token) {
        const params = { textDocument: identifier(document) };
        return ((await ask("textDocument/codeLens", params, token)) ?? []).map((value: any) =>
          convert.made(new vscode.CodeLens(convert.range(value.range), convert.command(value.command)), value)
        );
      },
      async resolveCodeLens(lens, token) {
        if (lens.command || !lenses.resolveProvider) return lens;
        const found = await ask("codeLens/resolve", convert.original(lens), token);
        lens.command = convert.command(found?.command) ?? { title: "", command: "" };
        return lens;
      },
    }));

  add(capabilities.documentLinkProvider, () =>
    languages.registerDocumentLinkProvider(selector, {
      async provideDocumentLinks(document, token) {
        const params = { textDocument: identifier(document) };
        return ((await ask("textDocument/documentLink", params, token)) ?? []).map((value: any) => {
          const link = new vscode.DocumentLink(
            convert.range(value.range), value.target && vscode.Uri.parse(value.target),
          );
          link.tooltip = value.tooltip;
          return link;
        });
      },
    }));

  add(capabilities.callHierarchyProvider, () =>
    languages.registerCallHierarchyProvider(selector, {
      async prepareCallHierarchy(document, position, token) {
        const found = await ask("textDocument/prepareCallHierarchy", at(document, position), token);
        return (found ?? []).map(convert.hierarchyItem);
      },
      async provideCallHierarchyIncomingCalls(item, token) {
        const found = await ask("callHierarchy/incomingCalls", { item: convert.original(item) }, token);
        return (found ?? []).map((call: any) =>
          new vscode.CallHierarchyIncomingCall(convert.hierarchyItem(call.from), call.fromRanges.map(convert.range))
        );
      },
      async provideCallHierarchyOutgoingCalls(item, token) {
        const found = await ask("callHierarchy/outgoingCalls", { item: convert.original(item) }, token);
        return (found ?? []).map((call: any) =>
          new vscode.CallHierarchyOutgoingCall(convert.hierarchyItem(call.to), call.fromRanges.map(convert.range))
        );
      },
    }));

  return registered;
}
