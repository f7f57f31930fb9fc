/// A list that usually has one element, which it stores without allocating memory.
struct SmallList<Element>: RandomAccessCollection {
  private var first: Element?
  private var others: [Element] = []

  init() {}

  init(_ element: Element) { first = element }

  init(contentsOf elements: [Element]) {
    first = elements.first
    others = Array(elements.dropFirst())
  }

  var startIndex: Int { 0 }
  var endIndex: Int { first == nil ? 0 : 1 + others.count }

  subscript(position: Int) -> Element {
    if position > 0 { return others[position - 1] }
    guard let first else { preconditionFailure("an index outside of the list") }
    return first
  }

  mutating func append(_ element: Element) {
    if first == nil { first = element } else { others.append(element) }
  }
}
