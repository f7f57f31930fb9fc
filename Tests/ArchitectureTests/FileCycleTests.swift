import Testing

@Suite struct FileCycleTests {
  /// The maximum number of files in a cycle, since the files of a cycle can only be understood together.
  static let limit = 3

  @Test func filesOfATargetFormNoLargeCycles() throws {
    let targets = try PackageManifest.read.get().sources
    for target in targets {
      let graph = FileGraph(try target.files())
      let cycles = graph.cycles().filter { $0.count > Self.limit }
      #expect(
        cycles.isEmpty,
        """
        \(target.name) has file cycles of the sizes \(cycles.map(\.count)); at most \(Self.limit) files
        \(cycles.map(graph.explanation).joined(separator: "\n\n"))
        """)
    }
  }

  @Test func findsTheCycleThroughAnExtension() {
    let graph = FileGraph([
      ("A.swift", "struct A { func run() { helper() } }"),
      ("A+Help.swift", #"extension A { func helper() { print("B \(B.self)") } }"#),
      ("B.swift", "/* A */ struct B { let text = \"A\"  // A\n}"),
      ("C.swift", "func c(helper: Int) { B() }"),
    ])
    #expect(graph.cycles() == [[0, 1]])
    #expect(graph.uses.map { $0.keys.sorted() } == [[1], [0, 2], [], [2]])
  }
}
