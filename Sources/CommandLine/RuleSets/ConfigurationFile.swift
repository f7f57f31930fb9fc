package import Diagnostics
package import Text
import Workspace

/// The content of a `bascule.json` and of the files that it extends.
package struct ConfigurationFile: Sendable {
  /// The file, followed by the files that it extends, the nearest first.
  package let files: [SourceFile]
  /// The paths of the extended files. The last file may not exist.
  package let bases: [Path]
  /// The names of the files, relative to the folder of the first file.
  let relativeNames: [String]
  /// The settings. If a file has no value for a setting, the value of the nearest file that it extends applies.
  package let content: Configuration
  /// The findings of all files.
  package let findings: [Finding]

  package var file: SourceFile { files[0] }

  /// Reads the extended files, by default from the disk.
  ///
  /// - Parameter path: the path of the file in the source; by default the name of the file.
  package init(
    _ file: SourceFile, at path: Path? = nil, from source: ConfigurationSource = .disk
  ) {
    let path = path ?? Path(file.name)
    // The file itself may be a link that a build system has created.
    let own = source.resolve(path.folder).appending(path.name)
    var files = [file]
    var bases: [Path] = []
    var names = [RuleSetInput.configurationName]
    var (content, findings) = Configuration.read(file)
    var next = content.base
    var folder = own.folder
    while let named = next {
      next = nil
      let path = source.resolve(folder.appending(named.path))
      if path == own || bases.contains(path) {
        findings.append(
          Workspace.configurationFinding(
            "`\(named.path)` extends this file: the files extend each other in a circle",
            at: named.location, help: "delete `extends` in one of them"))
        break
      }
      bases.append(path)
      do throws(FileError) {
        let base = SourceFile(name: source.name(path), bytes: try source.read(path))
        let (settings, more) = Configuration.read(
          base, id: FileID(files.count), in: path.folder,
          patterns: Self.place(of: path.folder, for: own.folder, file))
        files.append(base)
        names.append(path.relative(to: own.folder).display)
        // Other rule sets depend on an extended file, so a fix for one rule set must not change it.
        findings += more.map { finding in
          var finding = finding
          finding.fix = nil
          return finding
        }
        content.inherit(settings)
        next = settings.base
        folder = path.folder
      } catch {
        findings.append(
          Workspace.configurationFinding(
            "cannot read `\(named.path)`: \(error.reason)", at: named.location,
            help: "write the path relative to the folder of this file"))
      }
    }
    content.applyPrefix()
    self.files = files
    self.bases = bases
    relativeNames = names
    self.content = content
    self.findings = findings
  }

  /// Returns the place of patterns that are relative to a folder; nil if no file of the set is below that folder.
  ///
  /// - Parameters:
  ///   - own: the folder of the set.
  ///   - file: the `bascule.json` of the set. The names of the rule files begin with its folder.
  private static func place(
    of folder: Path, for own: Path, _ file: SourceFile
  ) -> Configuration.PatternPlace? {
    let start = Path(file.name).components.dropLast()
    let (outer, inner) = (folder.components, own.components)
    if inner.starts(with: outer) {
      return Configuration.PatternPlace(
        folder: Array(start), descent: Array(inner.dropFirst(outer.count)))
    }
    guard outer.starts(with: inner) else { return nil }
    return Configuration.PatternPlace(folder: Array(start) + outer.dropFirst(inner.count))
  }
}

/// A source of the files that a `bascule.json` can extend: the disk, or a git revision.
package struct ConfigurationSource {
  /// Returns the absolute path without `.` and `..`.
  let resolve: (Path) -> Path
  /// Returns the name of a resolved path in findings.
  let name: (Path) -> String
  let read: (Path) throws(FileError) -> [UInt8]

  package static var disk: ConfigurationSource {
    disk(reading: { path throws(FileError) in try Files.read(path) })
  }

  /// Returns the disk as a source, with other contents of some files.
  ///
  /// - Parameter isShort: true to name files below the working folder by their relative paths.
  static func disk(
    isShort: Bool = true, reading read: @escaping (Path) throws(FileError) -> [UInt8]
  ) -> ConfigurationSource {
    ConfigurationSource(
      resolve: { Files.resolved($0.normalized) },
      name: { (isShort ? Files.shortened($0) : $0).display },
      read: { path throws(FileError) in
        let path = Files.shortened(path)
        let kind = try Files.status(of: path)?.kind
        if kind == nil { throw FileError(.read, path, "no such file") }
        if kind != .file { throw FileError(.read, path, "it is not a file") }
        return try read(path)
      })
  }
}
