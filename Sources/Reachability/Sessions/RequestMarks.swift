/// A summary of several requests, to find quickly that a rule matches none of them.
struct RequestMarks {
  /// Marks of their texts.
  private(set) var marks = TextMarks()
  private var isWritten = true
  /// The URLs of `AtomTable.otherRoots` that some of them have and whose texts are not known, as bits.
  private var otherURLs: UInt64 = 0
  private var textHashes: [UInt64] = []

  init(_ reached: RecordedRequest?, _ others: [RecordedRequest]) {
    if let reached { insert(reached) }
    for recorded in others { insert(recorded) }
  }

  private mutating func insert(_ recorded: RecordedRequest) {
    marks.formUnion(recorded.marks)
    if !recorded.isWritten { isWritten = false }
    if let hash = recorded.textHash { textHashes.append(hash) }
    if !recorded.isWritten, case .values(let form, _) = recorded.request {
      for (place, form) in form.others.enumerated() where form != nil {
        otherURLs |= 1 << UInt64(min(place, 63))
      }
    }
  }

  /// Returns false if none of the requests contains the texts of any of the marks.
  func mayContain(_ required: [TextMarks]) -> Bool { marks.includesAny(of: required) }

  /// Returns whether the marks include those of the written form of the request's URL.
  ///
  /// - Parameter named: hashes of the URLs that rules name.
  func haveWrittenURL(named: Set<UInt64>) -> Bool {
    isWritten && !textHashes.contains { named.contains($0) }
  }

  /// Returns whether none of the requests has another URL that is known by its values only.
  ///
  /// - Parameter place: of the URL, in `AtomTable.otherRoots`.
  func lackURL(at place: Int) -> Bool { otherURLs >> UInt64(min(place, 63)) & 1 == 0 }
}
