import Diagnostics
import Text
import Workspace

/// The findings about the universal links to which the `bascule.json` of a rule set refers.
struct LinkedFindings {
  /// The findings with locations in the rule files.
  private(set) var ofRules: [Finding] = []
  /// The findings with locations in the `bascule.json` and the files that it extends.
  private(set) var ofConfiguration: [Finding] = []

  /// - Parameters:
  ///   - folder: the folder of the set.
  ///   - content: the text of the association file; nil to read it.
  init(
    _ configuration: ConfigurationFile?, in folder: Path, _ severities: Severities,
    _ checked: CheckedRules, content: [UInt8]? = nil
  ) {
    guard let links = configuration?.content.links else { return }
    let path = Files.shortened(Files.resolved(links.file.path(in: folder)))
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = if let content { content } else { try Files.read(path) }
    } catch {
      report(
        "cannot read `\(links.file.path)`: \(error.reason)", at: links.locations["file"],
        help: "write the path relative to the folder of this file")
      return
    }
    do throws(LinkedApp.Fault) {
      let app = try LinkedApp(
        SourceFile(name: path.display, bytes: bytes), app: links.app, host: links.host,
        chain: links.chain)
      ofRules = try app.findings(of: checked, severities)
    } catch {
      report(error.message, at: links.locations[error.key], help: error.help)
    }
  }

  private mutating func report(_ message: String, at location: Location?, help: String) {
    guard let location else { return }
    ofConfiguration.append(Workspace.configurationFinding(message, at: location, help: help))
  }
}
