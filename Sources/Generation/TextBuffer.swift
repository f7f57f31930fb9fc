/// The bytes of a text while it is written. The buffer has one owner, so that no append needs to test whether the bytes
/// are shared.
struct TextBuffer: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// The number of bytes.
  private(set) var count = 0

  init(capacity: Int = 256) {
    self.capacity = capacity
    start = .allocate(capacity: capacity)
  }

  deinit { start.deallocate() }

  /// A copy of the bytes.
  var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

  /// The bytes as text.
  var string: String {
    String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  mutating func append(_ byte: UInt8) {
    reserve(1)
    start[count] = byte
    count += 1
  }

  /// Appends the UTF-8 of the text.
  mutating func append(text: String) { append(contentsOf: text.utf8) }

  mutating func append(contentsOf bytes: some Sequence<UInt8>) {
    let isDone: Void? = bytes.withContiguousStorageIfAvailable { append($0) }
    if isDone == nil { for byte in bytes { append(byte) } }
  }

  @inline(__always) private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.baseAddress else { return }
    reserve(bytes.count)
    (start + count).update(from: first, count: bytes.count)
    count += bytes.count
  }

  mutating func append(spaces: Int) {
    reserve(spaces)
    (start + count).update(repeating: 0x20, count: spaces)
    count += spaces
  }

  /// Removes the last bytes.
  ///
  /// - Requires: the buffer contains at least that number of bytes.
  mutating func removeLast(_ length: Int) {
    precondition(0...count ~= length)
    count -= length
  }

  /// Calls the closure with the first bytes, and removes them.
  ///
  /// - Requires: the buffer contains at least that number of bytes.
  mutating func removeFirst(_ length: Int, _ take: (UnsafeRawBufferPointer) -> Void) {
    precondition(0...count ~= length)
    take(UnsafeRawBufferPointer(start: start, count: length))
    count -= length
    start.update(from: start + length, count: count)
  }

  /// Returns whether the last bytes are the UTF-8 of the text.
  func ends(with text: String) -> Bool {
    UnsafeBufferPointer(start: start, count: count).suffix(text.utf8.count)
      .elementsEqual(text.utf8)
  }

  @inline(__always) private mutating func reserve(_ more: Int) {
    if capacity - count < more { grow(to: count + more) }
  }

  @inline(never) private mutating func grow(to least: Int) {
    capacity = max(2 * capacity, least)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
  }
}
