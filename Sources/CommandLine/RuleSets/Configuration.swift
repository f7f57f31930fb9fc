package import Diagnostics
package import Generation
package import Text
import Workspace

/// A change of the contract between page and app that a team accepts.
struct AcceptedChange: Sendable {
  /// The kind and the name of the declaration, for example `strategy Cart`.
  var declaration: String
  /// The change as `diff` prints it.
  var change: String
  var location: Location
}

/// The content of a rule set's `bascule.json`.
///
/// `ConfigurationKey.all` lists the keys, which are all optional. `grammar/bascule.schema.json` is the schema.
package struct Configuration: Sendable {
  /// A path relative to the folder of the file that names it, and its location there.
  package struct NamedPath: Sendable {
    package var path: String
    /// The folder of the file if it is one that the set's `bascule.json` extends; nil for the `bascule.json` itself.
    var folder: Path?
    package var location: Location
    /// True for a pattern that is the path of one file or folder.
    var isPattern = false

    /// Returns the path of the file.
    ///
    /// - Parameter folder: the folder of the set.
    func path(in folder: Path) -> Path {
      (self.folder ?? folder).appending(path).normalized
    }
  }

  /// The universal links of the app, and the chain that gets them.
  struct Links: Sendable {
    var file: NamedPath
    var app: String
    var host: String
    var chain: String
    /// The location of each value, by its key.
    var locations: [String: Location]
  }

  /// The place of a file with patterns, relative to the set: a folder of the set, and the path to it from the folder of
  /// the file.
  struct PatternPlace {
    var folder: [[UInt8]]
    var descent: [[UInt8]] = []
  }

  /// The help for an unknown word in the place of a code.
  static let lists = "`bascule explain` lists all codes, `bascule explain groups` the groups"

  /// The file whose settings apply if this file has none.
  private(set) var base: NamedPath?
  package private(set) var swift: NamedPath?
  package private(set) var access: Access?
  package private(set) var runtime: SwiftRuntimeSource?
  package private(set) var prefix: String?
  package private(set) var imports: ImportStyle?
  package private(set) var typeScript: NamedPath?
  /// The format of findings that `check` prints.
  package private(set) var format: FindingFormat?
  /// True if warnings and notes also fail `check`.
  package private(set) var isStrict: Bool?
  /// The levels of codes, and the codes that are ignored in some files.
  package private(set) var severities = Severities()
  /// The file of known findings.
  private(set) var baseline: NamedPath?
  /// The changes of the contract that `diff` does not fail on.
  private(set) var accepted: [AcceptedChange] = []
  /// The universal links to compare with a chain.
  private(set) var links: Links?
  /// The files and folders that a search skips.
  package private(set) var excluded: [PlacedPatterns] = []
  /// The patterns that are the path of one file or folder.
  private var plainPatterns: [NamedPath] = []
  /// The languages that have settings but no output.
  private var withoutOutput: [(language: String, location: Location)] = []

  /// Reads the settings of a file and its findings. Valid keys take effect even if there are findings.
  package static func read(
    _ file: SourceFile
  ) -> (configuration: Configuration, findings: [Finding]) {
    // The components of the folder, with which the names of the set's rule files begin.
    let folder = file.name.utf8.split(separator: 0x2F).map(Array.init).dropLast()
    return read(
      file, Reading(file: FileID(0), folder: nil, patterns: PatternPlace(folder: Array(folder))))
  }

  /// Reads the settings of a file that another one extends, and its findings.
  ///
  /// - Parameters:
  ///   - patterns: the place of the file; nil if no file of the set is below its folder.
  static func read(
    _ file: SourceFile, id: FileID, in folder: Path, patterns: PatternPlace?
  ) -> (configuration: Configuration, findings: [Finding]) {
    read(file, Reading(file: id, folder: folder, patterns: patterns))
  }

  private static func read(
    _ file: SourceFile, _ start: Reading
  ) -> (configuration: Configuration, findings: [Finding]) {
    var reading = start
    do throws(JSONReader.Fault) {
      let value = try JSONReader.read(file.bytes)
      reading.members(of: value, "the configuration", ConfigurationKey.all) { reading, member in
        switch member.key {
        case "version": reading.version(member)
        case "extends": reading.extends(member)
        case "swift": reading.swift(member)
        case "typescript": reading.typeScript(member)
        case "format": reading.format(member)
        case "strict": reading.strict(member)
        case "severities": reading.severities(member)
        case "baseline": reading.configuration.baseline = reading.path(member)
        case "accepted": reading.accepted(member)
        case "ignore": reading.ignore(member)
        case "exclude": reading.exclude(member)
        case "links": reading.links(member)
        default: _ = reading.string(member)
        }
      }
    } catch {
      reading.report(error.message, error.span)
    }
    return (reading.configuration, reading.findings)
  }

  /// Adds the settings of the file that this one extends. A setting of this file takes precedence.
  mutating func inherit(_ base: Configuration) {
    swift = swift ?? base.swift
    access = access ?? base.access
    runtime = runtime ?? base.runtime
    prefix = prefix ?? base.prefix
    imports = imports ?? base.imports
    typeScript = typeScript ?? base.typeScript
    format = format ?? base.format
    isStrict = isStrict ?? base.isStrict
    severities = base.severities.overridden(by: severities)
    baseline = baseline ?? base.baseline
    accepted += base.accepted
    links = links ?? base.links
    excluded += base.excluded
    plainPatterns += base.plainPatterns
    withoutOutput += base.withoutOutput
  }

  /// The paths of files and folders that the files name.
  var namedPaths: [NamedPath] {
    [base, swift, typeScript, baseline, links?.file].compactMap(\.self) + plainPatterns
  }

  /// The languages that have settings but no output in any of the files, each once.
  var languagesWithoutOutput: [(language: String, location: Location)] {
    [("swift", swift), ("typescript", typeScript)].compactMap { language, output in
      output == nil ? withoutOutput.first { $0.language == language } : nil
    }
  }

  /// Switches `framework-name` off if generated names have a prefix, since they then differ from the names of
  /// frameworks.
  mutating func applyPrefix() {
    let code = "framework-name"
    if prefix != nil, severities[code] == nil { severities[code] = .off }
  }

  private struct Reading {
    let file: FileID
    /// The folder of an extended file; nil for the set's own file.
    let folder: Path?
    let patterns: PatternPlace?
    var configuration = Configuration()
    var findings: [Finding] = []

    mutating func report(_ message: String, _ span: Span) {
      findings.append(Workspace.configurationFinding(message, at: Location(file, span)))
    }

    /// Reads the members of an object, and reports unknown ones.
    ///
    /// - Returns: the known keys that are missing; none if there are unknown keys, which may be misspelled ones.
    @discardableResult
    mutating func members(
      of value: JSONValue, _ owner: String, _ keys: [ConfigurationKey],
      _ body: (inout Reading, JSONValue.Member) -> Void
    ) -> [String] {
      guard case .object(let members) = value.kind else {
        report("\(owner) must be an object, not \(value.described)", value.span)
        return []
      }
      let known = keys.map(\.name)
      var missing = known
      for member in members {
        if known.contains(member.key) {
          missing.removeAll { $0 == member.key }
          body(&self, member)
        } else {
          unknown(member, known)
        }
      }
      return members.allSatisfy { known.contains($0.key) } ? missing : []
    }

    mutating func swift(_ language: JSONValue.Member) {
      var hasOutput = false
      members(of: language.value, "`swift`", ConfigurationKey.named("swift").members) {
        reading, member in
        switch member.key {
        case "output":
          hasOutput = true
          reading.configuration.swift = reading.path(member)
        case "access": reading.configuration.access = reading.choice(member)
        case "runtime": reading.configuration.runtime = reading.choice(member)
        case "imports": reading.configuration.imports = reading.choice(member)
        default: reading.prefix(member)
        }
      }
      if !hasOutput { note(withoutOutput: language) }
    }

    mutating func typeScript(_ language: JSONValue.Member) {
      var hasOutput = false
      let keys = ConfigurationKey.named("typescript").members
      members(of: language.value, "`typescript`", keys) { reading, member in
        hasOutput = true
        reading.configuration.typeScript = reading.path(member)
      }
      if !hasOutput { note(withoutOutput: language) }
    }

    private mutating func note(withoutOutput language: JSONValue.Member) {
      configuration.withoutOutput.append((language.key, Location(file, language.keySpan)))
    }

    mutating func version(_ member: JSONValue.Member) {
      guard let text = string(member) else { return }
      guard let version = RuleVersion(text) else {
        report(
          "`version` must be a version of Bascule, such as \"\(Version.ofRules.text)\"",
          member.value.span)
        return
      }
      if version > Version.ofRules {
        report(
          "the rules were written for version \(version.text), and this program knows \(Version.ofRules.text): update it",
          member.value.span)
      } else {
        configuration.severities.writtenFor = version
      }
    }

    mutating func extends(_ member: JSONValue.Member) {
      guard let base = path(member) else { return }
      if Path(base.path).isAbsolute {
        report(
          "`extends` must be relative to the folder of this file, not `\(base.path)`",
          member.value.span)
      } else {
        configuration.base = base
      }
    }

    mutating func path(_ member: JSONValue.Member) -> NamedPath? {
      guard let path = string(member) else { return nil }
      if path.isEmpty || path.utf8.contains(0) {
        report("`\(member.key)` must be a path", member.value.span)
        return nil
      }
      return NamedPath(path: path, folder: folder, location: Location(file, member.value.span))
    }

    private mutating func prefix(_ member: JSONValue.Member) {
      guard let prefix = string(member) else { return }
      if SwiftOptions.isPrefix(prefix) {
        configuration.prefix = prefix
      } else {
        report("`prefix` must be \(SwiftOptions.prefixDescription)", member.value.span)
      }
    }

    mutating func format(_ member: JSONValue.Member) {
      configuration.format = choice(member)
    }

    mutating func strict(_ member: JSONValue.Member) {
      if case .bool(let isStrict) = member.value.kind {
        configuration.isStrict = isStrict
      } else {
        report(
          "`strict` must be `true` or `false`, not \(member.value.described)", member.value.span)
      }
    }

    mutating func severities(_ member: JSONValue.Member) {
      guard case .object(let members) = member.value.kind else {
        report("`severities` must be an object, not \(member.value.described)", member.value.span)
        return
      }
      var levels: [(word: String, level: Severities.Level)] = []
      for member in members {
        guard let canSet = canSetLevel(ofWord: member.key, member.keySpan),
          let level: Severities.Level = choice(member)
        else { continue }
        if canSet {
          levels.append((member.key, level))
        } else if level != .error {
          reportFixedLevel(member.key, member.value.span)
        }
      }
      configuration.severities = configuration.severities.overridden(
        by: Workspace.severities(levels))
    }

    /// Returns whether the level of the word can be set. If the word is neither a code nor a group, reports this and
    /// returns nil.
    private mutating func canSetLevel(ofWord word: String, _ span: Span) -> Bool? {
      guard let codes = Workspace.codes(named: word) else {
        suggest(
          "there is no code or group `\(word)`", word, Workspace.codesAndGroups, span, isLong: true)
        return nil
      }
      return codes.allSatisfy { Workspace.summary(ofCode: $0)?.canSetLevel == true }
    }

    private mutating func reportFixedLevel(_ code: String, _ span: Span) {
      report("`\(code)` is always an error: no code can be generated with it", span)
    }

    mutating func exclude(_ member: JSONValue.Member) {
      let lines = strings(member)
      for (line, span) in lines { note(pattern: line, span) }
      if let patterns = patterns(lines.map(\.value), of: member) {
        configuration.excluded = [patterns]
      }
    }

    /// Notes a pattern that is the path of one file or folder.
    private mutating func note(pattern: String, _ span: Span) {
      let path = pattern.split(separator: "/").joined(separator: "/")
      if path.isEmpty || pattern.contains(where: { "*?[]\\!#".contains($0) }) { return }
      configuration.plainPatterns.append(
        NamedPath(
          path: path, folder: folder, location: Location(file, span), isPattern: true))
    }

    /// Returns the patterns. If they select no file, reports this and returns nil. Returns nil also if there are none.
    private mutating func patterns(
      _ lines: [String], of member: JSONValue.Member
    ) -> PlacedPatterns? {
      guard let place = patterns else {
        report(
          "patterns of `\(member.key)` are relative to the folder of this file, and the rule set is not below it",
          member.keySpan)
        return nil
      }
      let patterns = PlacedPatterns(lines, in: place.folder, below: place.descent)
      return patterns.isEmpty ? nil : patterns
    }

    mutating func links(_ member: JSONValue.Member) {
      let keys = ConfigurationKey.named("links").members
      var file: NamedPath?
      var texts: [String: String] = [:]
      var locations: [String: Location] = [:]
      let missing = members(of: member.value, "`links`", keys) { reading, member in
        locations[member.key] = Location(reading.file, member.value.span)
        if member.key == "file" {
          file = reading.path(member)
        } else {
          texts[member.key] = reading.string(member)
        }
      }
      for key in missing {
        report("`\(key)` of `links` is missing", member.keySpan)
      }
      guard let file, let app = texts["app"], let host = texts["host"], let chain = texts["chain"]
      else { return }
      configuration.links = Links(
        file: file, app: app, host: host, chain: chain, locations: locations)
    }

    mutating func accepted(_ member: JSONValue.Member) {
      guard case .array(let items) = member.value.kind else {
        report(
          "`accepted` must be a list of objects, not \(member.value.described)", member.value.span)
        return
      }
      let keys = ConfigurationKey.named("accepted").members
      for item in items {
        var texts: [String: String] = [:]
        let missing = members(of: item, "an entry of `accepted`", keys) { reading, member in
          texts[member.key] = reading.string(member)
        }
        for key in missing {
          report("`\(key)` is missing: `bascule diff` prints the entry to write", item.span)
        }
        if let reason = texts["reason"], reason.allSatisfy(\.isWhitespace) {
          report("`reason` must say why the change is accepted", item.span)
        }
        guard let declaration = texts["declaration"], let change = texts["change"] else { continue }
        configuration.accepted.append(
          AcceptedChange(
            declaration: declaration, change: change, location: Location(file, item.span)))
      }
    }

    mutating func ignore(_ member: JSONValue.Member) {
      guard case .object(let members) = member.value.kind else {
        report("`ignore` must be an object, not \(member.value.described)", member.value.span)
        return
      }
      let owner = member
      for member in members {
        var codes: Set<String> = []
        note(pattern: member.key, member.keySpan)
        for (word, span) in strings(member) {
          guard let canSet = canSetLevel(ofWord: word, span) else { continue }
          if canSet {
            codes.formUnion(Workspace.codes(named: word) ?? [])
          } else {
            reportFixedLevel(word, span)
          }
        }
        guard let patterns = patterns([member.key], of: owner) else { return }
        configuration.severities.ignored.append(Severities.Ignored(codes, in: patterns))
      }
    }

    /// Returns the elements of a list of strings.
    private mutating func strings(_ member: JSONValue.Member) -> [(value: String, span: Span)] {
      guard case .array(let items) = member.value.kind else {
        report(
          "`\(member.key)` must be a list of strings, not \(member.value.described)",
          member.value.span)
        return []
      }
      return items.compactMap { item in
        if case .string(let text) = item.kind { return (text, item.span) }
        report("`\(member.key)` must contain strings, not \(item.described)", item.span)
        return nil
      }
    }

    /// Returns a value of a type, given its word. If the word is unknown, reports this and returns nil.
    private mutating func choice<Choice>(_ member: JSONValue.Member) -> Choice?
    where Choice: CaseIterable & RawRepresentable, Choice.RawValue == String {
      guard let word = string(member) else { return nil }
      if let choice = Choice(rawValue: word) { return choice }
      let names = Choice.allCases.map(\.rawValue)
      let quoted = names.map { "`\($0)`" }
      let list = quoted.dropLast().joined(separator: ", ") + " or " + (quoted.last ?? "")
      suggest("`\(member.key)` must be \(list), not `\(word)`", word, names, member.value.span)
      return nil
    }

    private mutating func unknown(_ member: JSONValue.Member, _ known: [String]) {
      suggest("unknown key `\(member.key)`", member.key, known, member.keySpan)
    }

    /// Reports an unknown word, with suggestions.
    ///
    /// - Parameter isLong: true if there are too many known words to list.
    private mutating func suggest(
      _ message: String, _ word: String, _ known: [String], _ span: Span, isLong: Bool = false
    ) {
      let location = Location(file, span)
      let nearest = Nearest.names(to: word, among: known, limit: 1).first
      let list = known.map { "`\($0)`" }.joined(separator: ", ")
      findings.append(
        Workspace.configurationFinding(
          message, at: location,
          help: nearest.map { "did you mean `\($0)`?" }
            ?? (isLong ? Configuration.lists : "known here: \(list)"),
          fix: nearest.map { Fix([Edit(location, "\"\($0)\"")], isSafe: false) }))
    }

    mutating func string(_ member: JSONValue.Member) -> String? {
      if case .string(let string) = member.value.kind { return string }
      report("`\(member.key)` must be a string, not \(member.value.described)", member.value.span)
      return nil
    }
  }
}
