package import Requests
import WebURL

/// A property of requests that a table can look up.
///
/// All texts are compared byte by byte.
package enum DispatchKey: Hashable, Sendable {
  case path(PathShape)
  case host([UInt8])
  /// The host equals these bytes or ends with them.
  case hostSuffix([UInt8])
  case scheme([UInt8])
  /// The query has the key, with any value.
  case queryName([UInt8])
  case queryValue([UInt8], value: [UInt8])

  /// Returns whether the request has the key. The tests compare dispatch tables with this definition.
  package func holds(for request: Request) -> Bool {
    let url = request.url
    switch self {
    case .path(let shape):
      let components = url.components.dropFirst().map { Array($0.utf8) }
      return !url.hasOpaquePath && shape.takes(components)
    case .host(let host): return url.host.map { Array($0.utf8) } == host
    case .hostSuffix(let suffix):
      return url.host.map { $0.utf8.suffix(suffix.count).elementsEqual(suffix) } ?? false
    case .scheme(let scheme): return Array(url.scheme.utf8) == scheme
    case .queryName(let name):
      return url.queryItems.contains { $0.name.utf8.elementsEqual(name) }
    case .queryValue(let name, let value):
      return url.queryItems.contains {
        $0.name.utf8.elementsEqual(name) && $0.value.utf8.elementsEqual(value)
      }
    }
  }
}

/// The start of a path, component by component, and whether the path ends there.
package struct PathShape: Hashable, Sendable {
  package enum Step: Hashable, Sendable {
    /// A component that equals these bytes.
    case component([UInt8])
    case any
    /// A component that equals these bytes or begins with them; only the last one of an incomplete shape.
    case prefix([UInt8])
  }

  package private(set) var steps: [Step]
  /// True if the path has no components after these.
  package private(set) var isWhole: Bool

  /// The most steps of a shape in a table. The rule itself tests the steps after them.
  static let longest = 32

  init(_ steps: [Step], isWhole: Bool) {
    self.steps = steps
    self.isWhole = isWhole
    if steps.count > Self.longest {
      self.steps.removeLast(steps.count - Self.longest)
      self.isWhole = false
    }
    for index in self.steps.indices.dropLast() {
      if case .prefix = self.steps[index] { self.steps[index] = .any }
    }
    if case .prefix? = self.steps.last { self.isWhole = false }
  }

  /// True if the shape requires more than a minimal number of components.
  var isTelling: Bool { isWhole || steps.contains { $0 != .any } }

  /// The number of components that are literals or prefixes.
  var literalCount: Int { steps.reduce(0) { $1 == .any ? $0 : $0 + 1 } }

  /// Returns whether a path with these components has the shape.
  ///
  /// - Parameter components: the components after the root.
  func takes(_ components: [[UInt8]]) -> Bool {
    guard isWhole ? components.count == steps.count : components.count >= steps.count else {
      return false
    }
    return zip(steps, components).allSatisfy { step, component in
      switch step {
      case .component(let bytes): component == bytes
      case .any: true
      case .prefix(let bytes): component.starts(with: bytes)
      }
    }
  }

  /// The shape of the paths that have both shapes; nil if there are none.
  func and(_ other: PathShape) -> PathShape? {
    let count = max(steps.count, other.steps.count)
    if isWhole && steps.count < count || other.isWhole && other.steps.count < count { return nil }
    var both: [Step] = []
    for index in 0..<count {
      let a = index < steps.count ? steps[index] : .any
      let b = index < other.steps.count ? other.steps[index] : .any
      switch (a, b) {
      case (.any, let step), (let step, .any): both.append(step)
      case (.component(let a), .component(let b)):
        if a != b { return nil }
        both.append(.component(a))
      case (.component(let bytes), .prefix(let prefix)),
        (.prefix(let prefix), .component(let bytes)):
        if !bytes.starts(with: prefix) { return nil }
        both.append(.component(bytes))
      case (.prefix(let a), .prefix(let b)):
        let (short, long) = a.count < b.count ? (a, b) : (b, a)
        if !long.starts(with: short) { return nil }
        both.append(.prefix(long))
      }
    }
    return PathShape(both, isWhole: isWhole || other.isWhole)
  }
}

extension PathShape {
  private static let slash = UInt8(ascii: "/")

  /// The shape of exactly this path; nil if the text is not the normal form of a path.
  init?(path: [UInt8]) {
    guard path.first == Self.slash else { return nil }
    let rest = path.dropFirst()
    let parts = rest.split(separator: Self.slash, omittingEmptySubsequences: false)
    let components = rest.isEmpty ? [] : parts.map { Array($0) }
    if components.contains(where: { $0.isEmpty }) { return nil }
    self.init(components.map { .component($0) }, isWhole: true)
  }

  /// The shape of all paths that the pattern matches.
  init(_ glob: Glob) {
    var reader = ShapeReader()
    for element in glob.elements where !reader.isDone { reader.read(element) }
    self = reader.shape
  }

  /// The shape of all paths with the prefix.
  init(prefix: [UInt8]) {
    var reader = ShapeReader()
    reader.read(.literal(String(decoding: prefix, as: UTF8.self)))
    reader.read(.anything)
    self = reader.shape
  }
}

/// Reads a path pattern from its start, component by component.
private struct ShapeReader {
  private(set) var isDone = false
  private var steps: [PathShape.Step] = []
  private var isWhole = true
  /// The known beginning of the current component, or the whole component if `isExact` is true.
  private var component: [UInt8] = []
  private var isExact = true
  /// True once the slash of the root has been read.
  private var isInside = false

  var shape: PathShape {
    var end = self
    // `/**` also matches the root.
    if !end.isDone { end.closeLast() }
    return PathShape(end.steps, isWhole: end.isWhole)
  }

  mutating func read(_ element: Glob.Element) {
    switch element {
    case .literal(let text):
      for byte in text.utf8 {
        if byte == UInt8(ascii: "/") {
          if isInside { close() }
          isInside = true
        } else {
          if isExact { component.append(byte) }
        }
      }
    case .run, .capture, .captureText: isExact = false
    case .anything:
      isExact = false
      stop()
    case .components, .captureRest:
      if isInside { closeLast() }
      isWhole = false
      isDone = true
    }
  }

  /// Ends the shape at a place after which any text may follow, also in the same component.
  private mutating func stop() {
    if !component.isEmpty {
      steps.append(.prefix(component))
    } else if !steps.isEmpty {
      // The root is the only path that ends with a slash.
      steps.append(.any)
    }
    isWhole = false
    isDone = true
  }

  private mutating func close() {
    steps.append(isExact && !component.isEmpty ? .component(component) : .any)
    component = []
    isExact = true
  }

  /// Ends the last component of the pattern. The path may end here.
  private mutating func closeLast() {
    if component.isEmpty, steps.isEmpty {
      // `/` is the root; `/*` may match it.
      if !isExact { isWhole = false }
    } else if isExact {
      close()
    } else if component.isEmpty {
      steps.append(.any)
    } else {
      steps.append(.prefix(component))
      isWhole = false
    }
  }
}

extension DispatchKey {
  /// A description of the key for developers of tables.
  package var text: String {
    func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    switch self {
    case .path(let shape): return "path \(shape.text)"
    case .host(let host): return "host \(text(host))"
    case .hostSuffix(let suffix): return "host …\(text(suffix))"
    case .scheme(let scheme): return "scheme \(text(scheme))"
    case .queryName(let name): return "query \(text(name))"
    case .queryValue(let name, let value): return "query \(text(name))=\(text(value))"
    }
  }
}

extension PathShape {
  fileprivate var text: String {
    let parts = steps.map { step in
      switch step {
      case .component(let bytes): "/" + String(decoding: bytes, as: UTF8.self)
      case .any: "/*"
      case .prefix(let bytes): "/" + String(decoding: bytes, as: UTF8.self) + "…"
      }
    }
    return (parts.isEmpty && isWhole ? "/" : parts.joined()) + (isWhole ? "" : "/…")
  }
}
