import Diagnostics
import Interpreter
import Reachability
import Requests
import Semantics
import Text

/// The model that the page of `bascule page` reads: everything that it needs to decide about a request, and to show
/// why.
///
/// `Sources/Page/model.ts` declares the form of the JSON.
package struct PageModel: Sendable {
  /// A rule set, and its name for people.
  package typealias Named = (name: String, rules: LoadedRuleSet)

  /// An earlier version to compare with.
  package struct Former: Sendable {
    let label: String
    let sets: [Named]
    let pairs: [(old: Int?, new: Int?)]

    /// - Parameters:
    ///   - label: the name of the version for people.
    ///   - sets: the rule sets, without errors.
    ///   - pairs: the indices of the versions of each set; nil for a version that does not exist.
    package init(label: String, sets: [Named], pairs: [(old: Int?, new: Int?)]) {
      self.label = label
      self.sets = sets
      self.pairs = pairs
    }
  }

  let sets: [Named]
  let former: Former?
  let findsWitnesses: Bool
  /// True if the rule files currently have errors, so that the model contains the last version without errors.
  package var isStale = false

  /// - Parameters:
  ///   - sets: the rule sets, without errors.
  ///   - findsWitnesses: false to omit the witnesses, which take most of the time.
  package init(_ sets: [Named], comparedWith former: Former? = nil, findsWitnesses: Bool = true) {
    self.sets = sets
    self.former = former
    self.findsWitnesses = findsWitnesses
  }

  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.number("version", 1)
      writer.array("inputs", RequestSchema.all.inputs) { input, writer in Self.write(input, &writer)
      }
      writer.array("sets", sets) { set, writer in
        let list = findsWitnesses ? try? WitnessList([set.rules], chain: nil) : nil
        let proofs = findsWitnesses ? ListedProof.all(set.rules) : []
        PageSet(set: set.rules, name: set.name, witnesses: list?.chains ?? [], proofs: proofs)
          .write(&writer)
      }
      if let former {
        writer.member("former") { write(former, &$0) }
      }
      if isStale { writer.bool("stale", true) }
    }
    return writer.bytes
  }

  /// Writes the earlier version: `{"label","sets":[…],"pairs":[[old, new], …],"differences":[…]}`. For each pair
  /// there are the differences that `bascule diff` reports.
  private func write(_ former: Former, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.string("label", former.label)
      writer.array("sets", former.sets) { set, writer in
        PageSet(set: set.rules, name: set.name, witnesses: [], proofs: []).write(&writer)
      }
      writer.array("pairs", former.pairs) { pair, writer in
        writer.array { writer in
          if let old = pair.old { writer.number(old) } else { writer.null() }
          if let new = pair.new { writer.number(new) } else { writer.null() }
        }
      }
      writer.array("differences", former.pairs) { pair, writer in
        let diff = RuleSetDiff(
          [(pair.old.map { former.sets[$0].rules }, pair.new.map { sets[$0].rules })],
          all: false)
        writer.value(asWritten: diff.json.dropLast())
      }
    }
  }

  /// Writes an input:
  /// `{"name","key","option","keyed","in":[…],"type","choices":[…],"default","needs","documentation"}`.
  private static func write(_ input: RequestInput, _ writer: inout JSONWriter) {
    let row = input.row
    writer.object { writer in
      writer.string("name", row.name)
      writer.string("key", row.jsonKey)
      writer.string("option", row.optionName)
      writer.bool("keyed", row.argument != .none)
      writer.array("in") { writer in
        for kind in ChainKind.allCases where input.exists(in: kind) { writer.string(kind.rawValue) }
      }
      writer.string("type", input.choices.isEmpty ? input.kind.type.name : "choice")
      writer.array("choices", input.choices) { choice, writer in writer.string(choice) }
      writer.member("default") { RequestJSON.write(row.defaultValue, &$0) }
      writer.string("needs", input.required?.row.jsonKey)
      writer.string("documentation", row.documentation)
    }
  }
}

/// Writes one rule set.
private struct PageSet {
  let set: LoadedRuleSet
  let name: String
  let witnesses: [WitnessList.Listed]
  let proofs: [ListedProof]

  private var rules: RuleSet { self.set.rules }

  func write(_ writer: inout JSONWriter) {
    writer.object { writer in
      writer.string("name", name)
      writeFiles(&writer)
      writeDeclarations(&writer)
      writeChains(&writer)
      writeClaims(&writer)
      writer.member("tests") { PageTestCases(set: set).write(&$0) }
      writer.member("contract") { PageContract(set: set).write(&$0) }
    }
  }

  private func writeFiles(_ writer: inout JSONWriter) {
    writer.objects("files", set.files.enumerated()) { pair, writer in
      let (index, file) = pair
      writer.string("name", file.name)
      writer.string("path", set.places.path(ofFile: index))
      writer.string("text", String(decoding: file.bytes, as: UTF8.self))
    }
  }

  private func writeDeclarations(_ writer: inout JSONWriter) {
    writer.objects("flags", rules.flags) { flag, writer in
      PageDeclarations.write(flag.declared, set.places, &writer)
    }
    writer.objects("values", rules.values) { value, writer in
      PageDeclarations.write(value.declared, set.places, &writer)
      writer.string("type", value.type.name)
      writer.bool("optional", value.isOptional)
      writer.member("default") { RequestJSON.write(value.input.row.defaultValue, &$0) }
    }
    writer.objects("enumerations", rules.enumerations) { enumeration, writer in
      PageDeclarations.write(enumeration.declared, set.places, &writer)
      writer.objects("cases", enumeration.cases) { item, writer in
        writer.string("name", item.name)
        writer.string("raw", item.rawValue)
      }
    }
    writer.objects("screens", rules.screens) { screen, writer in
      PageDeclarations.write(screen.declared, set.places, &writer)
      write(screen.parameters, &writer)
    }
    writer.objects("actions", rules.actions) { action, writer in
      PageDeclarations.write(action.declared, set.places, &writer)
      write(action.parameters, &writer)
      writer.bool("answers", action.result != .none)
    }
  }

  private func write(_ parameters: [Field], _ writer: inout JSONWriter) {
    writer.objects("parameters", parameters) { parameter, writer in
      writer.string("name", parameter.name)
      writer.string("type", RuleLanguagePrinter(rules).text(parameter.type))
    }
  }

  /// Writes the rules, each once, and the chains with the numbers of their rules.
  private func writeChains(_ writer: inout JSONWriter) {
    var numbers: [ObjectIdentifier: Int] = [:]
    var all = PageRules(rules: rules, conditions: PageConditions(places: set.places))
    let chains = rules.chains.indices.map { FlatChain(ID($0), in: rules) }
    writer.array("rules") { writer in
      for rule in chains.flatMap({ $0.rules }) where numbers[ObjectIdentifier(rule)] == nil {
        numbers[ObjectIdentifier(rule)] = numbers.count
        all.write(rule, &writer)
      }
    }
    writer.array("requestValues", all.conditions.values.all) { value, writer in
      PageValues.write(value, &writer)
    }
    writer.array("chains", chains.enumerated()) { pair, writer in
      let (index, chain) = pair
      let declared = rules.chains[index]
      writer.object { writer in
        writer.string("kind", declared.kind.rawValue)
        PageDeclarations.write(declared.declared, set.places, &writer)
        writer.array("frames") { writer in
          for frame in FrameKind.allCases where chain.frames.contains(frame) {
            writer.string(frame.rawValue)
          }
        }
        writer.array("runs", chain.runs) { run, writer in write(run, of: chain, numbers, &writer) }
        if !chain.leaves.isEmpty {
          writer.array("leaves", chain.leaves) { leave, writer in
            writer.object { writer in
              writer.number("entry", leave.entry)
              writer.number("exit", leave.exit)
            }
          }
        }
        writer.member("reached") { write(reachOf: index, &$0) }
      }
    }
  }

  /// Writes the lines of invariants, with the name and the documentation of the invariant.
  private func writeClaims(_ writer: inout JSONWriter) {
    writer.objects("claims", proofs) { proof, writer in
      var declared = proof.invariant.declared
      declared.location = proof.location
      PageDeclarations.write(declared, set.places, &writer)
      writer.array("chains") { writer in
        for chain in proof.invariant.chains { writer.string(rules[chain].chainName.text) }
      }
      writer.string("verdict", proof.verdict)
      writer.string("request", proof.request)
    }
  }

  /// Writes rules that are contiguous in their handler or chain: `{"owner","uses":[…],"rules":[…]}`.
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
      writer.array("uses", run.uses) { use, writer in
        PageConditions(places: set.places).write(use, &writer)
      }
      writer.array("rules", chain.rules[run.start..<run.start + run.count]) { rule, writer in
        writer.number(numbers[ObjectIdentifier(rule), default: 0])
      }
    }
  }

  /// Writes `{"status","request","again","why","cover":[{"entry","request"}],"parts":[…]}` for each rule of a chain,
  /// with the values that `bascule witness` reports. The list is empty without witnesses.
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
      writer.string("status", status)
      if let why { writer.string("why", why) }
    }
    switch listed.analysis.entries[number] {
    case .reachable(let witness):
      status("reachable", &writer)
      let reaching = ReachingRequest(
        witness, to: number, listed.interpreter, passing: listed.passing)
      writer.key("request")
      RequestJSON.write(reaching.witness, of: listed.name.kind, &writer)
      if let again = reaching.attemptedAgain { writer.string("again", again) }
    case .unreachable(.shadowed(let covers)):
      status("unreachable", why: "shadowed", &writer)
      writer.objects("cover", covers) { cover, writer in
        writer.number("entry", cover.entry)
        writer.member("request") { RequestJSON.write(cover.witness, of: listed.name.kind, &$0) }
      }
    case .unreachable(.contradictory(let parts)):
      status("unreachable", why: "contradictory", &writer)
      writer.array("parts", parts) { part, writer in
        PageConditions(places: set.places).write(part, &writer)
      }
    case .unreachable(.frames): status("unreachable", why: "frames", &writer)
    case .undecided(let undecided):
      status("undecided", why: undecided.reason == .budget ? "budget" : "views", &writer)
    }
  }
}
