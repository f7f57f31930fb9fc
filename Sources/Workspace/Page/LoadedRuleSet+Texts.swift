import Semantics
import Text

extension LoadedRuleSet {
  /// A file with its path in the set's folder.
  package typealias NamedText = (name: String, text: String)

  /// The files that are needed to check the set again: the rule files, and the files that scripts and rule lists name,
  /// each once.
  package var texts: [NamedText] {
    var texts: [NamedText] = []
    for index in files.indices {
      let text = String(decoding: files[index].bytes, as: UTF8.self)
      texts.append((name: places.path(ofFile: index), text: text))
    }
    var known = Set(texts.map { $0.name })
    for script in rules.scripts {
      guard let path = script.path, known.insert(path).inserted else { continue }
      texts.append((name: path, text: script.source))
    }
    for list in rules.ruleLists {
      guard case .text(let text) = list.content, known.insert(list.path).inserted else { continue }
      texts.append((name: list.path, text: text))
    }
    return texts
  }
}
