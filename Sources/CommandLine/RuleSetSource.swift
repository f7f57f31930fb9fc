package import Diagnostics
package import Text
package import Workspace

/// One rule set, read.
package struct RuleSetSource: Sendable {
  package let found: RuleSetFinder.Found
  package let input: RuleSetInput
  /// The set's `bascule.json`.
  package let configuration: ConfigurationFile?

  package var severities: Severities { configuration?.content.severities ?? Severities() }

  /// Reads all that the paths stand for; every failure, not only the first.
  ///
  /// - Parameter standardInputName: what findings call the file `-`.
  package static func read(
    _ paths: [String], standardInputName: String?
  ) -> (sources: [RuleSetSource], errors: [FileError]) {
    let paths = paths.isEmpty ? [Path.workingFolder] : paths.map { Files.shortened(Path($0)) }
    var (sets, errors) = RuleSetFinder.find(paths)
    var sources: [RuleSetSource] = []
    for index in sets.indices {
      if let standardInputName, sets[index].files == [Path("-")] {
        sets[index].folder = Path(standardInputName).normalized.folder
      }
      let set = sets[index]
      var files: [SourceFile] = []
      for path in set.files {
        do throws(FileError) {
          if path == Path("-") {
            let name = standardInputName ?? "<stdin>"
            files.append(
              SourceFile(name: name, bytes: try Files.readStandardInput(named: Path(name))))
          } else {
            files.append(SourceFile(name: path.display, bytes: try Files.read(path)))
          }
        } catch {
          errors.append(error)
        }
      }
      var configuration: ConfigurationFile?
      if let path = set.configuration {
        do throws(FileError) {
          configuration = ConfigurationFile(
            SourceFile(name: path.display, bytes: try Files.read(path)))
        } catch {
          errors.append(error)
        }
      }
      let folder = set.folder
      let input = RuleSetInput(files: files) { resource(Path($0), in: folder) }
      sources.append(RuleSetSource(found: set, input: input, configuration: configuration))
    }
    return (sources, errors)
  }

  /// The content of a file inside the folder, reached by neither `..` nor a link that leads out.
  static func resource(_ path: Path, in folder: Path) -> [UInt8]? {
    let parts = path.bytes.split(separator: 0x2F)
    if path.isAbsolute || path.bytes.contains(0) || parts.contains([0x2E, 0x2E]) { return nil }
    guard let root = Files.realPath(folder), let real = Files.realPath(root.appending(path.bytes)),
      real.isWithin(root), let status = (try? Files.status(of: real)) ?? nil, status.kind == .file
    else { return nil }
    return try? Files.read(real)
  }
}

/// A `bascule.json`, read.
package struct ConfigurationFile: Sendable {
  package let file: SourceFile
  package let content: Configuration
  /// What is wrong with it, in file 0.
  package let findings: [Finding]

  package init(_ file: SourceFile) {
    self.file = file
    (content, findings) = Configuration.read(file)
  }
}
