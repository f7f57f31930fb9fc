extension RuleSet {
  /// The rule lists of all configurations, each once.
  package var ruleLists: [RuleList] {
    var paths: Set<String> = []
    return configurations.flatMap { $0.ruleLists }.filter { paths.insert($0.path).inserted }
  }

  /// The app's functions that handle schemes, each once.
  package var schemeHandlers: [SchemeHandler] {
    var names: Set<String> = []
    return configurations.flatMap { $0.schemeHandlers }.filter { names.insert($0.name).inserted }
  }
}
