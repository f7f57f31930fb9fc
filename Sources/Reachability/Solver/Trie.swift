import Automata

/// A trie of byte strings with values.
struct Trie<Value> {
  let root = 0
  private var children = NumberTable()
  /// The child of the root for each byte; 0 if there is none.
  private var starts = [Int32](repeating: 0, count: 256)
  /// The values of each node; later nodes have none.
  private var values: [[Value]] = []
  /// True for each node that has values.
  private var hasValue: [Bool] = []
  private var count = 1

  /// True if there are no values.
  var isEmpty: Bool { values.isEmpty }

  func hasValues(_ node: Int) -> Bool { node < hasValue.count && hasValue[node] }

  func values(_ node: Int) -> [Value] { node < values.count ? values[node] : [] }

  mutating func add(_ value: Value, at node: Int) {
    while values.count <= node {
      values.append([])
      hasValue.append(false)
    }
    values[node].append(value)
    hasValue[node] = true
  }

  func child(_ node: Int, _ byte: UInt8) -> Int? {
    if node != root { return children[node << 8 | Int(byte)] }
    let child = Int(starts[Int(byte)])
    return child == 0 ? nil : child
  }

  /// Returns the node of the bytes, which is added if it is missing.
  mutating func insert(_ bytes: some Sequence<UInt8>) -> Int {
    var node = root
    for byte in bytes {
      if let child = child(node, byte) {
        node = child
        continue
      }
      if node == root {
        starts[Int(byte)] = Int32(count)
      } else {
        _ = children.value(node << 8 | Int(byte), orInsert: count)
      }
      node = count
      count += 1
    }
    return node
  }

  /// The node of the bytes; nil if the bytes are no prefix of a text in the trie.
  func find(_ bytes: some Sequence<UInt8>) -> Int? {
    var node = root
    for byte in bytes {
      guard let next = child(node, byte) else { return nil }
      node = next
    }
    return node
  }

  /// Calls the closure with the values of every prefix of the bytes that has values.
  func eachPrefix(of bytes: [UInt8], _ body: ([Value]) -> Void) {
    bytes.withUnsafeBufferPointer { walk($0, from: 0, body) }
  }

  /// Calls the closure with the values of every substring of the text that has values.
  func eachPart(of text: [UInt8], _ body: ([Value]) -> Void) {
    text.withUnsafeBufferPointer { text in
      for start in 0...text.count { walk(text, from: start, body) }
    }
  }

  private func walk(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ body: ([Value]) -> Void
  ) {
    if hasValues(root) { body(values[root]) }
    if start == bytes.count { return }
    var node = Int(starts[Int(bytes[start])])
    if node == 0 { return }
    var position = start + 1
    while true {
      if hasValues(node) { body(values[node]) }
      if position == bytes.count { return }
      guard let next = children[node << 8 | Int(bytes[position])] else { return }
      node = next
      position += 1
    }
  }
}
