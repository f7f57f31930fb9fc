import Text
import Workspace

/// Prints completion scripts, which are generated from the definitions of the verbs.
enum CompletionScripts {
  /// The candidates for one word of the command line.
  private enum Candidates {
    case words([String])
    /// Keys with `=` and a value.
    case assignment(keys: [String], values: [String])
    /// Words that can be followed by `=` and a file.
    case wordsWithFile([String])
    case files
    case folders
    case nothing
  }

  private static func candidates(_ option: Verb.Option) -> Candidates {
    switch option.value {
    case .none, .text, .optionalText: .nothing
    case .choice(let words), .optionalChoice(let words): .words(words)
    case .output(let words): .wordsWithFile(words)
    case .assignment(_, let keys, let values): .assignment(keys: keys, values: values)
    case .folder: .folders
    case .file: .files
    }
  }

  private static func candidates(_ operand: Verb.Operand?) -> Candidates {
    switch operand?.kind {
    case .path: .files
    case .folder: .folders
    case .code: .words(Workspace.codesAndGroups + ["groups"])
    case .topic: .words(ReferenceTopic.all.map(\.name) + Verb.all.map(\.name))
    case .choice(let words): .words(words)
    case .url, nil: .nothing
    }
  }

  private static func takesSeparateValue(_ option: Verb.Option) -> Bool {
    switch option.value {
    case .none, .optionalChoice, .optionalText: false
    default: true
    }
  }

  private static func options(_ verb: Verb) -> [Verb.Option] { verb.allOptions }

  /// Returns the first part of a help text, up to a punctuation mark.
  private static func brief(_ help: String) -> String {
    var result = ""
    for character in help {
      if ".;:(".contains(character), result.last != "." { break }
      result.append(character)
    }
    while result.last == " " { result.removeLast() }
    return result
  }

  // MARK: - bash

  static func bash(for verbs: [Verb]) -> String {
    var text = """
      # Completions of bascule for bash.

      _bascule_words() {
        local IFS=$' \\t\\n'
        COMPREPLY=($(compgen -W "$1" -- "$2"))
      }

      _bascule_files() {
        local IFS=$'\\n'
        compopt -o filenames 2>/dev/null
        COMPREPLY=($(compgen "$1" -- "$2"))
      }

      _bascule() {
        local word=${COMP_WORDS[COMP_CWORD]} before= option=
        COMPREPLY=()
        if ((COMP_CWORD == 1)); then
          _bascule_words "\((verbs.map(\.name) + ["--help", "--version"]).joined(separator: " "))" "$word"
          return
        fi
        # `=` is a word of its own: `--option = value`, `--option key = value`.
        option=${COMP_WORDS[COMP_CWORD - 1]}
        if [[ $word == "=" ]]; then
          word=
          before=$option
          option=${COMP_WORDS[COMP_CWORD - 2]}
        elif [[ $option == "=" ]]; then
          before=${COMP_WORDS[COMP_CWORD - 2]}
          option=${COMP_WORDS[COMP_CWORD - 3]}
        fi
        if [[ $before == --* ]]; then
          option=$before
          before=
        fi
        case ${COMP_WORDS[1]} in

      """
    for verb in verbs {
      text += "    \(verb.name))\n      case $option in\n"
      for option in options(verb) {
        let action: String
        switch candidates(option) {
        case .nothing:
          if !takesSeparateValue(option) { continue }
          action = ":"
        case .words(let words): action = bashWords(words)
        case .assignment(let keys, let values):
          action =
            "if [[ -n $before ]]; then \(bashWords(values)); else compopt -o nospace 2>/dev/null; "
            + "\(bashWords(keys.map { $0 + "=" })); fi"
        case .wordsWithFile(let words):
          action =
            "if [[ -n $before ]]; then _bascule_files -f \"$word\"; else \(bashWords(words)); fi"
        case .files: action = "_bascule_files -f \"$word\""
        case .folders: action = "_bascule_files -d \"$word\""
        }
        // An optional value can only follow `=`.
        if case .optionalChoice = option.value {
          text += "        --\(option.name)) if [[ ${COMP_WORDS[COMP_CWORD]} == = || "
          text += "${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then \(action); return; fi ;;\n"
        } else {
          text += "        --\(option.name)) \(action); return ;;\n"
        }
      }
      text += "      esac\n      if [[ $word == -* ]]; then\n        "
      text += bashWords(options(verb).map { "--" + $0.name }) + "\n"
      switch candidates(verb.operand) {
      case .words(let words): text += "      else\n        \(bashWords(words))\n"
      case .files: text += "      else\n        _bascule_files -f \"$word\"\n"
      case .folders: text += "      else\n        _bascule_files -d \"$word\"\n"
      default: break
      }
      text += "      fi ;;\n"
    }
    return text + "  esac\n}\n\ncomplete -F _bascule bascule\n"
  }

  private static func bashWords(_ words: [String]) -> String {
    "_bascule_words \"\(words.joined(separator: " "))\" \"$word\""
  }

  // MARK: - zsh

  static func zsh(for verbs: [Verb]) -> String {
    var text = """
      #compdef bascule
      # Completions of bascule for zsh.

      _bascule() {
        if (( CURRENT == 2 )); then
          local -a verbs
          verbs=(

      """
    for verb in verbs { text += "      \(Quoting.shell("\(verb.name):\(verb.summary)"))\n" }
    text += """
          )
          _describe -t verbs verb verbs
          _arguments '--help[Print the help]' '--version[Print the version]'
          return
        fi
        local verb=$words[2]
        shift words
        (( CURRENT-- ))
        case $verb in

      """
    for verb in verbs {
      text += "    \(verb.name))\n      _arguments -s"
      for option in options(verb) {
        let help = Quoting.zshDescription(brief(option.help))
        var spec = option.isRepeated ? "*" : ""
        switch option.value {
        case .none: spec += "--\(option.name)[\(help)]"
        case .optionalChoice, .optionalText:
          spec += "--\(option.name)=-[\(help)]::word:" + zshAction(candidates(option))
        default: spec += "--\(option.name)=[\(help)]:value:" + zshAction(candidates(option))
        }
        text += " \\\n        " + Quoting.shell(spec)
      }
      // An operand without candidates would prevent zsh from offering options.
      if let operand = verb.operand, !zshAction(candidates(operand)).allSatisfy({ $0 == " " }) {
        let lead = operand.isRepeated ? "*" : "1"
        text +=
          " \\\n        "
          + Quoting.shell("\(lead):\(operand.name):" + zshAction(candidates(operand)))
      }
      text += " ;;\n"
    }
    return text + """
        esac
      }

      if [[ ${funcstack[1]-} == _bascule ]]; then
        _bascule "$@"
      else
        compdef _bascule bascule
      fi

      """
  }

  private static func zshAction(_ candidates: Candidates) -> String {
    switch candidates {
    case .words(let words), .wordsWithFile(let words): "(\(words.joined(separator: " ")))"
    case .assignment(let keys, let values):
      "(\(keys.flatMap { key in values.map { "\(key)=\($0)" } }.joined(separator: " ")))"
    case .files: "_files"
    case .folders: "_files -/"
    case .nothing: " "
    }
  }

  // MARK: - fish

  static func fish(for verbs: [Verb]) -> String {
    var text = """
      # Completions of bascule for fish.

      complete -c bascule -f
      complete -c bascule -n __fish_use_subcommand -l help -d 'Print the help'
      complete -c bascule -n __fish_use_subcommand -l version -d 'Print the version'

      """
    for verb in verbs {
      text += "complete -c bascule -n __fish_use_subcommand -a \(verb.name)"
      text += " -d \(Quoting.fish(verb.summary))\n"
    }
    for verb in verbs {
      let start = "complete -c bascule -n '__fish_seen_subcommand_from \(verb.name)'"
      text += "\n"
      for option in options(verb) {
        text += start + " -l \(option.name)"
        switch candidates(option) {
        case .nothing: text += takesSeparateValue(option) ? " -x" : ""
        case .words(let words):
          if takesSeparateValue(option) {
            text += " -x -a \(Quoting.fish(words.joined(separator: " ")))"
          } else {
            text += " -a \(Quoting.fish(words.joined(separator: " ")))"
          }
        case .wordsWithFile(let words):
          text += " -x -a \(Quoting.fish(words.joined(separator: " ")))"
        case .assignment(let keys, let values):
          let words = keys.flatMap { key in values.map { "\(key)=\($0)" } }
          text += " -x -a \(Quoting.fish(words.joined(separator: " ")))"
        case .files: text += " -r -F"
        case .folders: text += " -x -a '(__fish_complete_directories)'"
        }
        text += " -d \(Quoting.fish(brief(option.help)))\n"
      }
      switch candidates(verb.operand) {
      case .words(let words): text += start + " -a \(Quoting.fish(words.joined(separator: " ")))\n"
      case .files: text += start + " -F\n"
      case .folders: text += start + " -a '(__fish_complete_directories)'\n"
      default: break
      }
    }
    return text
  }
}
