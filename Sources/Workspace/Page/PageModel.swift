import Diagnostics
import Interpreter
import Reachability
import Requests
import Semantics
import Text

/// Rule sets as the page of `bascule page` reads them: all that it needs to decide about a request, and to show why.
///
/// `Sources/Page/model.ts` declares the form of the JSON.
package struct PageModel: Sendable {
  /// A rule set, and its name for people.
  package typealias Named = (name: String, rules: LoadedRuleSet)

  /// The version to compare with.
  package struct Former: Sendable {
    let label: String
    let sets: [Named]
    let pairs: [(old: Int?, new: Int?)]

    /// - Parameters:
    ///   - label: its name for people.
    ///   - sets: without errors.
    ///   - pairs: the indices of the versions of each set; nil if there is none.
    package init(label: String, sets: [Named], pairs: [(old: Int?, new: Int?)]) {
      self.label = label
      self.sets = sets
      self.pairs = pairs
    }
  }

  let sets: [Named]
  let former: Former?
  let findsWitnesses: Bool
  /// True if the rule files have errors now, so that these are the rules before.
  package var isStale = false

  /// - Parameters:
  ///   - sets: without errors.
  ///   - findsWitnesses: false to write no witnesses, which take most of the time.
  package init(_ sets: [Named], comparedWith former: Former? = nil, findsWitnesses: Bool = true) {
    self.sets = sets
    self.former = former
    self.findsWitnesses = findsWitnesses
  }

  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("version")
      writer.number(1)
      writer.key("inputs")
      writer.array { writer in
        for input in RequestSchema.all.inputs { Self.write(input, &writer) }
      }
      writer.key("sets")
      writer.array { writer in
        for set in sets {
          let list = findsWitnesses ? try? WitnessList([set.rules], chain: nil) : nil
          PageSet(set: set.rules, name: set.name, witnesses: list?.chains ?? []).write(&writer)
        }
      }
      if let former {
        writer.key("former")
        write(former, &writer)
      }
      if isStale {
        writer.key("stale")
        writer.bool(true)
      }
    }
    return writer.bytes
  }

  /// `{"label","sets":[…],"pairs":[[old, new], …],"differences":[…]}`, for each pair those that `bascule diff`
  /// reports.
  private func write(_ former: Former, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("label")
      writer.string(former.label)
      writer.key("sets")
      writer.array { writer in
        for set in former.sets {
          PageSet(set: set.rules, name: set.name, witnesses: []).write(&writer)
        }
      }
      writer.key("pairs")
      writer.array { writer in
        for pair in former.pairs {
          writer.array { writer in
            if let old = pair.old { writer.number(old) } else { writer.null() }
            if let new = pair.new { writer.number(new) } else { writer.null() }
          }
        }
      }
      writer.key("differences")
      writer.array { writer in
        for pair in former.pairs {
          let diff = RuleSetDiff(
            [(pair.old.map { former.sets[$0].rules }, pair.new.map { sets[$0].rules })],
            all: false)
          writer.value(asWritten: diff.json.dropLast())
        }
      }
    }
  }

  /// `{"name","key","option","keyed","in":[…],"type","choices":[…],"default","needs","documentation"}`.
  private static func write(_ input: RequestInput, _ writer: inout JSONWriter) {
    let row = input.row
    writer.object { writer in
      writer.key("name")
      writer.string(row.name)
      writer.key("key")
      writer.string(row.jsonKey)
      writer.key("option")
      writer.string(row.optionName)
      writer.key("keyed")
      writer.bool(row.argument != .none)
      writer.key("in")
      writer.array { writer in
        for kind in ChainKind.allCases where input.exists(in: kind) { writer.string(kind.rawValue) }
      }
      writer.key("type")
      writer.string(input.choices.isEmpty ? input.kind.type.name : "choice")
      writer.key("choices")
      writer.array { writer in for choice in input.choices { writer.string(choice) } }
      writer.key("default")
      RequestJSON.write(row.defaultValue, &writer)
      writer.key("needs")
      writer.string(input.required?.row.jsonKey)
      writer.key("documentation")
      writer.string(row.documentation)
    }
  }
}

/// Writes one rule set.
private struct PageSet {
  let set: LoadedRuleSet
  let name: String
  let witnesses: [WitnessList.Listed]

  private var rules: RuleSet { self.set.rules }

  func write(_ writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("name")
      writer.string(name)
      writeFiles(&writer)
      writeDeclarations(&writer)
      writeChains(&writer)
      writer.key("tests")
      PageTestCases(set: set).write(&writer)
      writer.key("contract")
      PageContract(set: set).write(&writer)
    }
  }

  private func writeFiles(_ writer: inout JSONWriter) {
    writer.key("files")
    writer.array { writer in
      for (index, file) in set.files.enumerated() {
        writer.object { writer in
          writer.key("name")
          writer.string(file.name)
          writer.key("path")
          writer.string(set.places.path(ofFile: index))
          writer.key("text")
          writer.string(String(decoding: file.bytes, as: UTF8.self))
        }
      }
    }
  }

  private func writeDeclarations(_ writer: inout JSONWriter) {
    writer.key("flags")
    writer.array { writer in
      for flag in rules.flags {
        writer.object { PageDeclarations.write(flag.declared, set.places, &$0) }
      }
    }
    writer.key("values")
    writer.array { writer in
      for value in rules.values {
        writer.object { writer in
          PageDeclarations.write(value.declared, set.places, &writer)
          writer.key("type")
          writer.string(value.type.name)
          writer.key("optional")
          writer.bool(value.isOptional)
          writer.key("default")
          RequestJSON.write(value.input.row.defaultValue, &writer)
        }
      }
    }
    writer.key("enumerations")
    writer.array { writer in
      for enumeration in rules.enumerations {
        writer.object { writer in
          PageDeclarations.write(enumeration.declared, set.places, &writer)
          writer.key("cases")
          writer.array { writer in
            for item in enumeration.cases {
              writer.object { writer in
                writer.key("name")
                writer.string(item.name)
                writer.key("raw")
                writer.string(item.rawValue)
              }
            }
          }
        }
      }
    }
    writer.key("screens")
    writer.array { writer in
      for screen in rules.screens {
        writer.object { writer in
          PageDeclarations.write(screen.declared, set.places, &writer)
          write(screen.parameters, &writer)
        }
      }
    }
    writer.key("actions")
    writer.array { writer in
      for action in rules.actions {
        writer.object { writer in
          PageDeclarations.write(action.declared, set.places, &writer)
          write(action.parameters, &writer)
          writer.key("answers")
          writer.bool(action.result != .none)
        }
      }
    }
  }

  private func write(_ parameters: [Field], _ writer: inout JSONWriter) {
    writer.key("parameters")
    writer.array { writer in
      for parameter in parameters {
        writer.object { writer in
          writer.key("name")
          writer.string(parameter.name)
          writer.key("type")
          writer.string(RuleLanguagePrinter(rules).text(parameter.type))
        }
      }
    }
  }

  /// The rules, each once, and the chains with the numbers of their rules.
  private func writeChains(_ writer: inout JSONWriter) {
    var numbers: [ObjectIdentifier: Int] = [:]
    var all = PageRules(rules: rules, conditions: PageConditions(places: set.places))
    let chains = rules.chains.indices.map { FlatChain(ID($0), in: rules) }
    writer.key("rules")
    writer.array { writer in
      for rule in chains.flatMap(\.rules) where numbers[ObjectIdentifier(rule)] == nil {
        numbers[ObjectIdentifier(rule)] = numbers.count
        all.write(rule, &writer)
      }
    }
    writer.key("requestValues")
    writer.array { writer in
      for value in all.conditions.values.all { PageValues.write(value, &writer) }
    }
    writer.key("chains")
    writer.array { writer in
      for (index, chain) in chains.enumerated() {
        let declared = rules.chains[index]
        writer.object { writer in
          writer.key("kind")
          writer.string(declared.kind.rawValue)
          PageDeclarations.write(declared.declared, set.places, &writer)
          writer.key("frames")
          writer.array { writer in
            for frame in FrameKind.allCases where chain.frames.contains(frame) {
              writer.string(frame.rawValue)
            }
          }
          writer.key("runs")
          writer.array { writer in
            for run in chain.runs { write(run, of: chain, numbers, &writer) }
          }
          writer.key("reached")
          write(reachOf: index, &writer)
        }
      }
    }
  }

  /// `{"owner","uses":[…],"rules":[…]}`: rules that are contiguous in their handler or chain.
  private func write(
    _ run: FlatChain.Run, of chain: FlatChain, _ numbers: [ObjectIdentifier: Int],
    _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.key("owner")
      switch run.owner {
      case .handler(let id): writer.string("handler " + rules[id].name)
      case .chain(let id): writer.string(rules[id].chainName.text)
      }
      writer.key("uses")
      writer.array { writer in
        for use in run.uses { PageConditions(places: set.places).write(use, &writer) }
      }
      writer.key("rules")
      writer.array { writer in
        for rule in chain.rules[run.start..<run.start + run.count] {
          writer.number(numbers[ObjectIdentifier(rule), default: 0])
        }
      }
    }
  }

  /// For each rule of a chain `{"status","request","again","why","cover":[{"entry","request"}],"parts":[…]}`, as
  /// `bascule witness` reports it; empty without witnesses.
  private func write(reachOf chain: Int, _ writer: inout JSONWriter) {
    writer.array { writer in
      guard witnesses.indices.contains(chain) else { return }
      let listed = witnesses[chain]
      for number in listed.analysis.chain.rules.indices {
        writer.object { write(listed, number, &$0) }
      }
    }
  }

  private func write(
    _ listed: WitnessList.Listed, _ number: Int, _ writer: inout JSONWriter
  ) {
    func status(_ status: String, why: String? = nil, _ writer: inout JSONWriter) {
      writer.key("status")
      writer.string(status)
      if let why {
        writer.key("why")
        writer.string(why)
      }
    }
    switch listed.analysis.entries[number] {
    case .reachable(let witness):
      status("reachable", &writer)
      let reaching = ReachingRequest(
        witness, to: number, listed.interpreter, passing: listed.passing)
      writer.key("request")
      RequestJSON.write(
        reaching.witness, of: listed.name.kind, declined: reaching.declined, &writer)
      if let again = reaching.attemptedAgain {
        writer.key("again")
        writer.string(again)
      }
    case .unreachable(.shadowed(let covers)):
      status("unreachable", why: "shadowed", &writer)
      writer.key("cover")
      writer.array { writer in
        for cover in covers {
          writer.object { writer in
            writer.key("entry")
            writer.number(cover.entry)
            writer.key("request")
            RequestJSON.write(cover.witness, of: listed.name.kind, &writer)
          }
        }
      }
    case .unreachable(.contradictory(let parts)):
      status("unreachable", why: "contradictory", &writer)
      writer.key("parts")
      writer.array { writer in
        for part in parts { PageConditions(places: set.places).write(part, &writer) }
      }
    case .unreachable(.frames): status("unreachable", why: "frames", &writer)
    case .undecided(let undecided):
      status("undecided", why: undecided.reason == .budget ? "budget" : "views", &writer)
    }
  }
}
