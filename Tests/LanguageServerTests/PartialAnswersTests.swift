import Diagnostics
import GrammarSentences
import Reachability
import Requests
import Semantics
import Syntax
import TestSupport
import Testing
import Text
import Workspace

@testable import LanguageServer

/// Tests answers about chains while the rule set has errors.
@Suite struct PartialAnswersTests {
  /// A rule set of `rules/`, with requests that reach its rules.
  private struct Example {
    let files: [SourceFile]
    private let trees: [SyntaxTree]
    private let resource: @Sendable (String) -> [UInt8]?
    /// Queries with their outcomes.
    private(set) var queries: [(query: TraceQuery, chain: ChainName, outcome: String)] = []

    init(_ folder: String) throws {
      files = try ExampleRules.files(in: folder)
      trees = files.map { SyntaxTree.parse($0) }
      resource = { ExampleRules.resource($0, in: folder) }
      let whole = snapshot(files, trees, RuleSetSession())
      try #require(whole.errors.isEmpty)
      for (chain, analysis) in zip(whole.rules.chains, whole.analyses) {
        for case .reachable(let witness) in analysis.entries {
          var query = TraceQuery(witness)
          query.chain = chain.chainName
          queries.append((query, chain.chainName, try Self.outcome(query, whole)))
        }
      }
    }

    private func snapshot(
      _ files: [SourceFile], _ trees: [SyntaxTree], _ session: RuleSetSession? = nil
    ) -> Snapshot {
      Snapshot(
        files, uris: files.map { "file:///\($0.name)" }, trees: trees, folder: "/",
        encoding: .utf8, session: session, resource: resource)
    }

    func inserting(_ text: String, at offset: Int, of file: Int) -> Snapshot {
      var files = files
      var trees = trees
      var bytes = files[file].bytes
      bytes.insert(contentsOf: Array(text.utf8), at: offset)
      files[file] = SourceFile(name: files[file].name, bytes: bytes)
      trees[file] = SyntaxTree.parse(files[file])
      return snapshot(files, trees)
    }

    /// Returns the outcome without its place, which the edit moves.
    static func outcome(_ query: TraceQuery, _ snapshot: Snapshot) throws -> String {
      let summary = try snapshot.loaded.trace(query).summary
      return String(
        summary.prefix(upTo: summary.firstRange(of: ", decided at")?.lowerBound ?? summary.endIndex)
      )
    }
  }

  /// Texts that are an error anywhere. The lines of a merge conflict hide the text around them.
  private static let errors = ["zzz ", "§ ", "{ ", ") ", "\n<<<<<<< HEAD\n", "\n=======\n"]

  /// Tests that a chain without an error, in itself or in a declaration that it uses, has the same outcomes as without
  /// the error. Requests about other chains are rejected with the error.
  @Test(.seeded, arguments: ["showcase", "shop", "account"])
  func outcomesAreThoseWithoutTheError(_ folder: String) throws {
    let example = try Example(folder)
    var random = SeededGenerator(state: Seed.of(UInt64(folder.utf8.count)))
    let names = Set(example.queries.map(\.chain))
    var (answered, refused) = (0, 0)
    for _ in 0..<TestOptions.cases(60, long: 3000) {
      let file = Int.random(in: example.files.indices, using: &random)
      let tokens = TokenList(example.files[file]).tokens
      guard let token = tokens.randomElement(using: &random),
        let text = Self.errors.randomElement(using: &random)
      else { continue }
      let snapshot = example.inserting(text, at: Int(token.start), of: file)
      if snapshot.errors.isEmpty { continue }
      let place = "\(example.files[file].name), \(token.start): \(text)"
      var sound: Set<ChainName> = []
      for name in names {
        if let error = snapshot.obstacle(name) {
          refused += 1
          #expect(snapshot.errors.contains { $0.location == error.location }, "\(place)")
        } else if snapshot.loaded.chainNames.contains(name) {
          answered += 1
          sound.insert(name)
        }
      }
      for (query, chain, outcome) in example.queries where sound.contains(chain) {
        let found = (try? Example.outcome(query, snapshot)) ?? "no outcome"
        #expect(found == outcome, "\(place): \(chain.text), \(query.url)")
      }
    }
    #expect(answered > 0 && refused > 0, "\(answered), \(refused)")
  }
}
