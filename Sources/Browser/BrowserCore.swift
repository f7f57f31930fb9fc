import Diagnostics
import Generation
import LanguageServer
import Requests
import Text
import Workspace

/// Bascule for a page of the browser: a page hands over requests as JSON and gets answers as JSON.
///
/// `BrowserRequest` describes the requests, and `BrowserRequest.Method` the answers.
package final class BrowserCore {
  /// The session of `check`; files that are the same as in the request before are not read again.
  private let session = RuleSetSession()
  private var last: (files: [SourceFile], resources: [String: [UInt8]], rules: LoadedRuleSet)?

  package init() {}

  /// The answer to a request; an object with `error` if the request is not understood.
  package func call(_ request: [UInt8]) -> [UInt8] {
    do throws(BrowserError) {
      let request = try BrowserRequest(request)
      return try answer(request)
    } catch {
      return Self.object { writer in
        writer.string("error", error.message)
        if let help = error.help { writer.string("help", help) }
      }
    }
  }

  private func answer(_ request: BrowserRequest) throws(BrowserError) -> [UInt8] {
    switch request.method {
    case .check: check(try request.files())
    case .fix: try fix(request)
    case .format: try format(request)
    case .trace: try trace(request)
    case .test: TestRun([try load(try request.files())]).json
    case .page: try page(request)
    case .diff: try diff(request)
    case .complete: try complete(request)
    case .generate: try generate(request)
    }
  }

  /// The findings, and the fixes that are proved.
  private func check(_ files: BrowserFiles) -> [UInt8] {
    let input = files.input
    var findings = session.check(input)
    if !input.areLinks {
      findings = Workspace.offering(findings, of: input, Severities(), checkedBy: session)
    }
    return JSONRenderer.render(findings, files: input.files)
  }

  /// The rule set for queries; the same for the same files.
  private func load(_ files: BrowserFiles) throws(BrowserError) -> LoadedRuleSet {
    let input = files.input
    let isKnown =
      last.map { last in
        last.files.areSame(as: input.files) && last.resources == files.resources
      } ?? false
    if !isKnown { last = (input.files, files.resources, Workspace.load(input)) }
    guard let rules = last?.rules, !rules.hasErrors else {
      throw BrowserError("the rule set has errors", help: "`check` reports them")
    }
    return rules
  }

  private func fix(_ request: BrowserRequest) throws(BrowserError) -> [UInt8] {
    let input = try request.files().input
    if input.areLinks {
      throw BrowserError("`fix` does not change `\(RuleSetInput.linksName)` files")
    }
    let scope = try request.text("scope")
    guard scope == "safe" || scope == "all" else {
      throw BrowserError("`scope` is `safe` or `all`")
    }
    let fixes = RuleSetFixes(input, all: scope == "all")
    let changed = zip(input.files, fixes.input.files).filter { $0.bytes != $1.bytes }
    return Self.object { writer in
      writer.objects("files", changed) { files, writer in
        let file = FormattedFile.keepingStyle(of: files.0, files.1)
        writer.string("name", file.name)
        writer.string("text", String(decoding: file.bytes, as: UTF8.self))
      }
      writer.objects("applied", fixes.applied) { fix, writer in
        writer.string("code", fix.code)
        writer.string("place", fix.place)
        writer.string("text", fix.text)
      }
      writer.bool("isIncomplete", fixes.isIncomplete)
    }
  }

  private func format(_ request: BrowserRequest) throws(BrowserError) -> [UInt8] {
    let file = try request.file()
    guard let output = FormattedFile(file).output else {
      throw BrowserError("`\(file.name)` has syntax errors", help: "`check` reports them")
    }
    return Self.object { $0.string("text", String(decoding: output, as: UTF8.self)) }
  }

  private func trace(_ request: BrowserRequest) throws(BrowserError) -> [UInt8] {
    let query = try request.query()
    let rules = try load(try request.files())
    do throws(QueryError) {
      return try rules.trace(query).json
    } catch {
      throw BrowserError(error.message, help: error.help)
    }
  }

  private func page(_ request: BrowserRequest) throws(BrowserError) -> [UInt8] {
    let files = try request.files()
    let name = try request.optionalText("name") ?? files.folder
    return PageModel(
      [(name.isEmpty ? "rules" : name, try load(files))],
      findsWitnesses: try request.bool("witnesses")
    ).json
  }

  private func diff(_ request: BrowserRequest) throws(BrowserError) -> [UInt8] {
    let old = try load(try request.files("before"))
    return RuleSetDiff([(old, try load(try request.files()))], all: try request.bool("all")).json
  }

  private func complete(_ request: BrowserRequest) throws(BrowserError) -> [UInt8] {
    let (word, proposals) = try request.editor().proposals(at: try request.number("offset"))
    return Self.object { writer in
      writer.number("start", word.lowerBound)
      writer.number("end", word.upperBound)
      writer.objects("items", proposals) { proposal, writer in
        writer.string("label", proposal.label)
        writer.string("insert", proposal.inserted)
        writer.string("kind", proposal.kind)
        if let detail = proposal.detail { writer.string("detail", detail) }
        if let text = proposal.documentation { writer.string("documentation", text) }
      }
    }
  }

  private func generate(_ request: BrowserRequest) throws(BrowserError) -> [UInt8] {
    let input = try request.files().input
    let options: GenerationOptions
    switch try request.text("language") {
    case "swift":
      options = GenerationOptions(swift: SwiftOptions(runtime: .package), typeScript: nil)
    case "typescript": options = GenerationOptions(swift: nil, typeScript: GeneratedHeading())
    default: throw BrowserError("`language` is `swift` or `typescript`")
    }
    guard let output = Workspace.generate(input, options).output else {
      throw BrowserError("the rule set has errors", help: "`check` reports them")
    }
    var files = output.swift
    if let bytes = output.typeScript {
      files.append(GeneratedFile(name: "bridge.ts", bytes: bytes))
    }
    if let bytes = output.typeScriptTesting {
      files.append(GeneratedFile(name: "bridge.testing.ts", bytes: bytes))
    }
    return Self.object { writer in
      writer.objects("files", files) { file, writer in
        writer.string("name", file.name)
        writer.string("text", String(decoding: file.bytes, as: UTF8.self))
      }
    }
  }

  private static func object(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.object(body)
    return writer.bytes
  }
}
