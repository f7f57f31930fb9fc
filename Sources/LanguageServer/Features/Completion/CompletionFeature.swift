import Syntax
import Text

extension Feature {
  static var completing: [Feature] {
    [
      Feature(
        "textDocument/completion", "completionProvider",
        ["triggerCharacters": [".", "(", ":", "@", "\""]], handle: ServerState.completion),
      Feature(
        "textDocument/signatureHelp", "signatureHelpProvider",
        ["triggerCharacters": ["(", ","], "retriggerCharacters": [":"]],
        handle: ServerState.signatureHelp),
    ]
  }
}

extension ServerState {
  func completion(_ params: Params) throws(ResponseError) -> JSON {
    if let place = try configurationPlace(params) { return completion(place) }
    guard let place = try place(params) else { return nil }
    let list = CompletionList.all(client, place.snapshot, place.file, at: place.offset)
    return ["isIncomplete": .bool(list.isIncomplete), "items": .array(list.json)]
  }

  func signatureHelp(_ params: Params) throws(ResponseError) -> JSON {
    guard let place = try place(params) else { return nil }
    let snapshot = place.snapshot
    let cursor = CompletionCursor(
      snapshot.tokens(place.file), snapshot.files[place.file], at: place.offset)
    guard let call = cursor.call, let callee = snapshot.callee(call.callee) else { return nil }
    let parameters = callee.fields.map {
      FieldText.parameter($0, snapshot.files[callee.file])
    }
    let active =
      call.label.flatMap { label in callee.fields.firstIndex { $0.header.name.text == label } }
      ?? call.position
    let signature: JSON = [
      "label": .string("\(call.callee.name)(\(parameters.joined(separator: ", ")))"),
      "parameters": .array(
        zip(parameters, callee.fields).map { text, field in
          let json: JSON = ["label": .string(text)]
          return json.with(
            "documentation", field.header.documentation.map { client.signatureFormat.json($0) })
        }),
    ]
    return [
      "signatures": [
        signature.with(
          "documentation", callee.documentation.map { client.signatureFormat.json($0) })
      ],
      "activeSignature": 0, "activeParameter": .int(active),
    ]
  }
}

extension Snapshot {
  /// Returns the parameters of a screen or action, or the fields that a call sends.
  func callee(
    _ callee: ExpectedSyntax.Callee
  ) -> (fields: [FieldSyntax], file: Int, documentation: String?)? {
    let space: Namespace =
      switch callee.kind {
      case .action: .action
      case .call: .call
      default: .screen
      }
    guard let place = names.places(.declaration(space, callee.name)).first else { return nil }
    let declaration = place.declaration
    guard callee.kind == .call else {
      return (declaration.fields, place.file, declaration.documentation)
    }
    switch declaration.type {
    case .record(let fields, _)?: return (fields, place.file, declaration.documentation)
    case .named(let type)?:
      guard let model = names.places(.declaration(.type, type.text)).first,
        model.declaration.kind == .model
      else { return nil }
      return (model.declaration.fields, model.file, declaration.documentation)
    case .array?, .dictionary?, .optional?, nil: return nil
    }
  }
}
