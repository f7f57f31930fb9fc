import Syntax

extension SyntaxTree {
  /// The paths of files that scripts and rule lists name after `from`, in source order.
  var namedFiles: [StringSyntax] {
    declarations.flatMap { declaration -> [StringSyntax] in
      switch declaration {
      case .script(let syntax):
        if case .file(let path) = syntax.source { return [path] }
        return []
      case .configuration(let syntax):
        return syntax.settings.flatMap { setting -> [StringSyntax] in
          if case .files(let paths) = setting.value { paths } else { [] }
        }
      default: return []
      }
    }
  }
}
