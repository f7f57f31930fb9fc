import Requests

/// A value of a component.
enum ComponentValue: Hashable {
  case missing
  case text([UInt8])
  case port(Int64)
  /// A value of a finite component, by the number of its bit.
  case choice(Int)

  init(_ constant: RequestConstant?) {
    switch constant {
    case nil, .list: self = .missing
    case .string(let text), .url(let text): self = .text(Array(text.utf8))
    case .int(let number): self = .port(number)
    case .bool(let value): self = .choice(value ? 1 : 0)
    case .choice(let choice): self = .choice(choice.position)
    }
  }

  /// The value as a constant of the type; nil if it is missing.
  func constant(of type: RequestValueType) -> RequestConstant? {
    switch self {
    case .missing: nil
    case .text(let bytes):
      type == .url
        ? .url(String(decoding: bytes, as: UTF8.self))
        : .string(String(decoding: bytes, as: UTF8.self))
    case .port(let number): .int(number)
    case .choice(let bit): type.constant(at: bit)
    }
  }
}

extension ComponentView {
  /// The part of the component's value that the view selects.
  ///
  /// - Parameter value: the value of the component.
  func part(of value: ComponentValue) -> ComponentValue {
    guard view != .whole, case .text(let path) = value else { return value }
    if view == .pathComponent(0) { return .text([0x2F]) }
    let parts = path.split(separator: 0x2F)
    switch view {
    case .whole: return value
    case .lastPathComponent: return parts.last.map { .text(Array($0)) } ?? .missing
    case .pathComponent(let index):
      return index <= parts.count ? .text(Array(parts[index - 1])) : .missing
    }
  }
}
