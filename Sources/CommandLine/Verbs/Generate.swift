import Diagnostics
import Generation
import Text
import Workspace

extension Verb {
  static let generate = Verb(
    name: "generate",
    summary: "Write the Swift and the TypeScript of rule files",
    description: [
      """
      Checks each rule set and writes its code: always the same Swift files into one folder, and \
      one TypeScript module, and next to it a fake of the app for the page's tests \
      (`app.testing.ts` for `app.ts`). If a finding is an error, nothing is written. A file that would not \
      change keeps its modification time, also if git has checked it out with CRLF; each file is \
      replaced in one step.
      """,
      """
      Without --swift and --typescript the outputs are those of the bascule.json in the set's folder, \
      {"swift":{"output":"DIR"},"typescript":{"output":"FILE"}}, with paths relative to that folder; \
      its "swift" object also accepts "access", "runtime", "prefix" and "imports". If there are several rule \
      sets, each needs a bascule.json.
      """,
      "Prints the findings to standard error, and the written files to standard output.",
    ],
    operand: Operand(
      name: "PATH", kind: .path, isRepeated: true,
      help: "Folders and files, as for `check`; without one, the current folder."),
    options: [
      Option("swift", .folder("DIR"), "The folder for the Swift files."),
      Option("typescript", .file("FILE"), "The file for the TypeScript module."),
      Option(
        "access", .choice(Access.allCases.map(\.rawValue)),
        "The access level of the Swift declarations; internal by default."),
      Option(
        "runtime", .choice(SwiftRuntimeSource.allCases.map(\.rawValue)),
        "The run-time support of the Swift: embedded in its files (default), or imported from a package."
      ),
      Option(
        "prefix", .text("NAME"),
        "The prefix of the names of Swift files and declarations, for two rule sets in one module."),
      Option(
        "imports", .choice(ImportStyle.allCases.map(\.rawValue)),
        """
        The imports of the Swift: plain (default), or each with an access level, for modules that write \
        `internal import Foundation`.
        """),
      Option(
        "depfile", .file("FILE"),
        "Write the dependencies of the outputs to this file, for Make and Ninja."),
      Option(
        "format", .choice(["human", "xcode"]),
        "The format of the findings: for people (default), or for Xcode and build logs."),
      Option(
        "baseline", .file("FILE"),
        "Generate code in spite of the findings in this file, not in that of bascule.json; `check` writes it."
      ),
      Option(
        "force", .none,
        "Also replace files that Bascule did not write. Rule files and other inputs are never replaced."
      ),
      excludeOption,
      Option(
        "check", .none,
        "Write nothing; list the stale, missing and former files, and exit with 1 if there are any."
      ),
    ],
    examples: [
      Example(
        "bascule generate rules --swift App/Generated --typescript web/app.ts",
        "Generate both languages at the given paths."),
      Example("bascule generate", "Generate the outputs of bascule.json."),
      Example("bascule generate --check", "Check in CI that the generated code is up to date."),
      Example(
        "bascule generate rules --swift out --depfile out/rules.d --format xcode",
        "Generate as a step of a build system."),
    ],
    exitCodes: [
      (.success, "Everything is up to date now (with --check: was)."),
      (
        .findings,
        "A rule set has errors, and nothing is written; with --check: or a file is stale or former."
      ),
      (.usage, "Wrong usage."),
      (.files, "A file cannot be read or written, or there are no rule files."),
    ]
  ) { (arguments, console) throws(UsageError) in
    let (sources, errors) = RuleSetSource.read(
      arguments.operands, links: nil, standardInputName: nil, excluding: arguments.all("exclude"))
    if !errors.isEmpty {
      for error in errors { console.error(error.message) }
      return .files
    }
    let baseline: Baseline?
    do throws(FileError) {
      baseline = try arguments["baseline"].map { (path) throws(FileError) in
        try Baseline(reading: Path(path).normalized)
      }
    } catch {
      console.error(error.message)
      return .files
    }
    var report = Report()
    let plans = try plans(sources, arguments, &report)
    let outputs = StagedOutputs(isWritten: !arguments.has("check"))
    // This removes all files that have not been committed.
    defer { outputs.discard() }
    var resources: [Path] = []
    var progress = ProgressLine(sources)
    let sessions = OneTimeSessions()
    for (number, (source, plan)) in zip(sources, plans).enumerated() {
      progress.show(number)
      var known = baseline
      if known == nil, let named = source.readBaseline() {
        switch named {
        case .success(let named): known = named
        case .failure(let fault): report.add([fault.finding], in: source.configuration?.files ?? [])
        }
      }
      let (findings, read) = Workspace.generate(
        source.namedInput, plan.generation, source.severities,
        in: sessions.next(tasks: source.tasks), tasks: source.tasks,
        left: { known?.left(of: $0, in: source.input.files) ?? $0 },
        to: { part in
          let output = outputs.add(plan.path(of: part))
          return CodeSink { output.write($0) }
        })
      report.add(findings, of: source)
      resources += (read ?? []).map { source.found.folder.appending($0) }
    }
    progress.clear()
    if !report.findings.isEmpty {
      let format = arguments["format"].flatMap(FindingFormat.init) ?? .human
      console.errors.write(report.complete.render(format, console.errors.style))
    }
    if report.hasErrors { return .findings }
    let files = outputs.files.map(\.path)
    if Set(files.map { Files.resolved($0) }).count < files.count {
      throw UsageError("two outputs have the same path", "generate")
    }
    if let path = arguments["depfile"].map({ Path($0).normalized }) {
      let text = dependencies(of: files, on: sources, resources)
      let output = outputs.add(path)
      text.withUnsafeBytes { output.write($0) }
    }
    try refuseInputs(outputs.files.map(\.path), sources, resources)
    let former = FormerOutputs(outputs: files, of: plans.compactMap(\.rules))
    do throws(FileError) {
      if arguments.has("check") {
        return try compare(outputs, files.count, former.everywhere(), &console)
      }
      if !arguments.has("force") { for file in files { try refuseHandWritten(file) } }
      try write(outputs, &console)
      for file in former.besideOutputs() {
        console.warn("`\(file.display)` is a former output of these rules", help: "delete it")
      }
      return .success
    } catch {
      console.error(error.message)
      return .files
    }
  }

  /// The outputs of one rule set.
  private struct Plan {
    var swift: Path?
    var typeScript: Path?
    var options: SwiftOptions
    /// The folder of the rule set if its `bascule.json` names the outputs, which then belong to the set; nil otherwise.
    var rules: Path?

    var generation: GenerationOptions {
      var options = options
      if let swift { options.heading = heading(in: swift) }
      return GenerationOptions(
        swift: swift == nil ? nil : options, typeScript: typeScript.map { heading(in: $0.folder) })
    }

    /// Returns the path of a part.
    ///
    /// - Requires: the part is generated.
    func path(of part: GeneratedPart) -> Path {
      switch part {
      case .swift(let file): swift!.appending(options.prefix + file.name)
      case .typeScript: typeScript!
      case .typeScriptTesting: typeScript!.testing
      }
    }

    private func heading(in folder: Path) -> GeneratedHeading {
      GeneratedHeading(
        rules: rules.map { Files.resolved($0).relative(to: Files.resolved(folder)).display })
    }
  }

  private static func plans(
    _ sources: [RuleSetSource], _ arguments: Arguments, _ report: inout Report
  ) throws(UsageError) -> [Plan] {
    let swift = arguments["swift"].map { Path($0).normalized }
    let typeScript = arguments["typescript"].map { Path($0).normalized }
    let access = arguments["access"].flatMap(Access.init)
    let runtime = arguments["runtime"].flatMap(SwiftRuntimeSource.init)
    let prefix = arguments["prefix"]
    let imports = arguments["imports"].flatMap(ImportStyle.init)
    if let prefix, !SwiftOptions.isPrefix(prefix) {
      throw UsageError("`--prefix` takes \(SwiftOptions.prefixDescription)", "generate")
    }
    /// Returns the options. An option of the command line overrides the `bascule.json`.
    func options(_ configuration: Configuration?) -> SwiftOptions {
      SwiftOptions(
        access: access ?? configuration?.access ?? .internal,
        runtime: runtime ?? configuration?.runtime ?? .embedded,
        prefix: prefix ?? configuration?.prefix ?? "",
        imports: imports ?? configuration?.imports ?? .plain)
    }
    let isNamed = swift != nil || typeScript != nil
    if isNamed, sources.count > 1 {
      let names = sources.map { "`\($0.found.folder.display)`" }.joined(separator: ", ")
      throw UsageError(
        "`--swift` and `--typescript` take one rule set, not \(sources.count): \(names)",
        "generate",
        help: "name the outputs of each in its `\(RuleSetInput.configurationName)`")
    }
    var plans: [Plan] = []
    var taken: Set<Path> = []
    for source in sources {
      guard let written = source.configuration else {
        if !isNamed {
          throw UsageError(
            "no output is configured for the code of `\(source.found.folder.display)`", "generate",
            help:
              "give `--swift` or `--typescript`, or write a `\(RuleSetInput.configurationName)`"
          )
        }
        plans.append(Plan(swift: swift, typeScript: typeScript, options: options(nil)))
        continue
      }
      let configuration = written.content
      var findings = written.findings
      if isNamed {
        plans.append(
          Plan(swift: swift, typeScript: typeScript, options: options(configuration)))
      } else {
        findings += configuration.missingOutputs
        let folder = source.found.folder
        let place = { (output: Configuration.NamedPath) in
          Files.shortened(Files.resolved(output.path(in: folder)))
        }
        for output in [configuration.swift, configuration.typeScript].compactMap({ $0 })
        where !taken.insert(place(output)).inserted {
          findings.append(configuration.takenOutput(output))
        }
        if findings.isEmpty, configuration.swift == nil, configuration.typeScript == nil {
          throw UsageError(
            "`\(written.file.name)` configures no output", "generate",
            help: "add `swift` or `typescript` to it, or give `--swift` or `--typescript`")
        }
        plans.append(
          Plan(
            swift: configuration.swift.map(place), typeScript: configuration.typeScript.map(place),
            options: options(configuration), rules: folder))
      }
      report.add(findings, in: written.files)
    }
    return plans
  }

  /// Throws an error for outputs that would replace a file that was read.
  private static func refuseInputs(
    _ files: [Path], _ sources: [RuleSetSource], _ resources: [Path]
  ) throws(UsageError) {
    let inputs = Set((inputs(sources) + resources).map { Files.resolved($0) })
    for file in files {
      let name = file.name
      if inputs.contains(Files.resolved(file)) || file.hasSuffix(".bascule")
        || name.elementsEqual(RuleSetInput.configurationName.utf8)
      {
        throw UsageError(
          "the output `\(file.display)` is an input of rule sets", "generate",
          help: "give the output another path")
      }
    }
  }

  /// Throws an error for a file that Bascule did not write.
  private static func refuseHandWritten(_ path: Path) throws(FileError) {
    guard let status = (try? Files.status(of: path)) ?? nil, status.kind == .file else { return }
    let start = try Files.start(of: path, count: 200)
    if start.isEmpty || GeneratedHeading.isIn(start) { return }
    throw FileError(
      .write, path, "Bascule did not write this file; `--force` replaces it")
  }

  private static func inputs(_ sources: [RuleSetSource]) -> [Path] {
    sources.flatMap { $0.found.files + $0.configurationPaths }
  }

  private static func dependencies(
    of files: [Path], on sources: [RuleSetSource], _ resources: [Path]
  ) -> [UInt8] {
    DependencyFile.text(outputs: files, inputs: inputs(sources) + resources)
  }

  /// Lists the files that another run would change, and the former outputs.
  ///
  /// - Parameter count: the number of outputs to compare, from the first one.
  private static func compare(
    _ outputs: StagedOutputs, _ count: Int, _ former: [Path], _ console: inout Console
  ) throws(FileError) -> ExitCode {
    var code = former.isEmpty ? ExitCode.success : .findings
    for path in former { console.output.line("former: \(Quoting.terminal(path.display))") }
    for file in outputs.files.prefix(count) {
      switch try file.finish() {
      case .same: continue
      case .different: console.output.line("stale: \(Quoting.terminal(file.path.display))")
      case .missing: console.output.line("missing: \(Quoting.terminal(file.path.display))")
      }
      code = .findings
    }
    return code
  }

  /// Writes all files or none. They are renamed once all have been written under temporary names.
  private static func write(
    _ outputs: StagedOutputs, _ console: inout Console
  ) throws(FileError) {
    let comparisons = try outputs.finish()
    for (file, comparison) in zip(outputs.files, comparisons) where comparison != .same {
      try file.commit()
      console.output.line("wrote \(Quoting.terminal(file.path.display))")
    }
    let unchanged = comparisons.count { $0 == .same }
    if unchanged > 0 {
      console.output.line("\(unchanged) of \(comparisons.count) files unchanged")
    }
  }
}

extension Path {
  /// The path of the module for tests: `bascule.testing.ts` for `bascule.ts`.
  fileprivate var testing: Path {
    for ending in [".ts", ".mts", ".cts"] where hasSuffix(ending) {
      return Path(bytes: bytes.dropLast(ending.utf8.count) + Array((".testing" + ending).utf8))
    }
    return Path(bytes: bytes + Array(".testing.ts".utf8))
  }
}

extension Configuration {
  fileprivate var missingOutputs: [Finding] {
    languagesWithoutOutput.map {
      Workspace.configurationFinding(
        "`\($0.language)` has no `output`", at: $0.location,
        help: "add `\"output\": \"…\"`")
    }
  }

  fileprivate func takenOutput(_ output: NamedPath) -> Finding {
    Workspace.configurationFinding(
      "output `\(output.path)` is also the output of another rule set", at: output.location)
  }
}
