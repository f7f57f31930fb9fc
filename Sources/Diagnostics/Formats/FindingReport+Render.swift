extension FindingReport {
  /// - Requires: every location names one of the files.
  package func render(_ format: FindingFormat, _ style: Style = .plain) -> [UInt8] {
    switch format {
    case .human:
      var renderer = HumanRenderer(files: files.map(\.source), style: style)
      let summary = HumanRenderer.summary(findings, fileCount: ruleFileCount)
      return renderer.render(findings) + Array((summary + "\n").utf8)
    case .json: return JSONRenderer.render(findings, files: files.map(\.source))
    case .sarif: return SARIFRenderer.render(self)
    case .github: return GitHubRenderer.render(self)
    case .gitlab: return GitLabRenderer.render(self)
    case .junit: return JUnitRenderer.render(self)
    case .checkstyle: return CheckstyleRenderer.render(self)
    case .xcode: return XcodeRenderer.render(self)
    }
  }
}
