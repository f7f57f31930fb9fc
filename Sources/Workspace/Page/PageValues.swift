import Diagnostics
import Requests

/// The request values that the rules of a set name. Each has a number.
struct PageValues {
  private var numbers: [RequestValue: Int] = [:]
  private(set) var all: [RequestValue] = []

  mutating func number(of value: RequestValue) -> Int {
    if let number = numbers[value] { return number }
    numbers[value] = all.count
    all.append(value)
    return all.count - 1
  }

  /// Writes a value: `{"name","root","app","part","index" or "key"}` for a part of a URL, or `{"name","input","key"}`
  /// for an input.
  static func write(_ value: RequestValue, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.string("name", value.text)
      switch value {
      case .part(let part, let root):
        write(root, &writer)
        writer.member("part") { write(part, &$0) }
      case .input(let input):
        writer.member("input") { write(input, &$0) }
      }
    }
  }

  static func write(_ root: URLRoot, _ writer: inout JSONWriter) {
    writer.key("root")
    switch root {
    case .request: writer.string("request")
    case .page: writer.string("page")
    case .document: writer.string("document")
    case .source: writer.string("source")
    case .value(let key):
      writer.string("value")
      writer.string("app", key.name.string)
    }
  }

  private static func write(_ part: URLPart, _ writer: inout JSONWriter) {
    switch part {
    case .whole: writer.string("whole")
    case .scheme: writer.string("scheme")
    case .host: writer.string("host")
    case .port: writer.string("port")
    case .path(.whole): writer.string("path")
    case .path(.component(let index)):
      writer.string("component")
      writer.number("index", index)
    case .path(.last): writer.string("last")
    case .path(.count): writer.string("count")
    case .queryItem(let key):
      writer.string("queryItem")
      writer.string("key", key.string)
    case .rawQueryItem(let key):
      writer.string("rawQueryItem")
      writer.string("key", key.string)
    case .fragment: writer.string("fragment")
    case .writtenQuery: writer.string("writtenQuery")
    case .writtenFragment: writer.string("writtenFragment")
    case .opaque: writer.string("opaque")
    case .afterScheme: writer.string("afterScheme")
    case .writtenURL: writer.string("writtenURL")
    }
  }

  private static func write(_ input: RequestInput, _ writer: inout JSONWriter) {
    switch input {
    case .header(let name):
      writer.string("header")
      writer.string("key", name.string)
    case .flag(let name):
      writer.string("flag")
      writer.string("key", name.string)
    case .value(let key):
      writer.string("value")
      writer.string("key", key.name.string)
    case .frame, .navigation, .method, .download, .status, .mime, .displayable, .filename, .page,
      .document, .source, .sourceOrigin:
      writer.string(input.row.jsonKey)
    }
  }
}
