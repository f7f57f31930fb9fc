/// A summary of several requests, which often shows quickly that a rule matches none of them.
struct RequestMarks {
  /// The marks of the texts in the requests.
  private(set) var marks = TextMarks()
  private var isWritten = true
  /// The URLs of `AtomTable.otherRoots` that some requests have without a known text, as bits.
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

  /// Returns false if no request contains all texts of one of the alternatives.
  func mayContain(_ required: [TextMarks]) -> Bool { marks.includesAny(of: required) }

  /// Returns whether the marks include the encoded form of the request's URL.
  ///
  /// - Parameter named: the hashes of the URLs that rules name.
  func haveWrittenURL(named: Set<UInt64>) -> Bool {
    isWritten && !textHashes.contains { named.contains($0) }
  }

  /// Returns whether no request has a URL at this place whose text is unknown.
  ///
  /// - Parameter place: the index of the URL in `AtomTable.otherRoots`.
  func lackURL(at place: Int) -> Bool { otherURLs >> UInt64(min(place, 63)) & 1 == 0 }
}
