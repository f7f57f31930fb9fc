package import Testing

#if canImport(FoundationXML)
  package import FoundationXML
#else
  package import Foundation
#endif

/// The elements and attributes of JUnit XML that Jenkins accepts, according to its `junit-10.xsd`.
package enum JUnitSchema {
  private struct Element {
    var required: Set<String> = []
    var optional: Set<String> = []
    var children: Set<String> = []
  }

  private static let elements: [String: Element] = [
    "testsuites": Element(
      optional: ["name", "time", "tests", "failures", "errors"], children: ["testsuite"]),
    "testsuite": Element(
      required: ["name", "tests", "failures", "errors"],
      optional: [
        "group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url",
      ], children: ["testsuite", "properties", "testcase", "system-out", "system-err"]),
    "testcase": Element(
      required: ["name"], optional: ["time", "classname", "group"],
      children: ["skipped", "error", "failure", "system-out", "system-err"]),
    "failure": Element(optional: ["type", "message"]),
    "error": Element(optional: ["type", "message"]),
    "skipped": Element(optional: ["type", "message"]),
    "system-out": Element(), "system-err": Element(),
  ]

  package static func check(
    _ document: XMLDocument, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let root = try #require(document.rootElement(), sourceLocation: sourceLocation)
    #expect(root.name == "testsuites", sourceLocation: sourceLocation)
    check(root, sourceLocation)
  }

  private static func check(_ node: XMLElement, _ sourceLocation: SourceLocation) {
    let name = node.name ?? ""
    guard let element = elements[name] else {
      Issue.record("unknown element \(name)", sourceLocation: sourceLocation)
      return
    }
    let attributes = Set((node.attributes ?? []).compactMap(\.name))
    let missing = element.required.subtracting(attributes)
    let unknown = attributes.subtracting(element.required.union(element.optional))
    #expect(missing.isEmpty, "\(name) lacks \(missing)", sourceLocation: sourceLocation)
    #expect(unknown.isEmpty, "\(name) has \(unknown)", sourceLocation: sourceLocation)
    for child in (node.children ?? []).compactMap({ $0 as? XMLElement }) {
      #expect(
        element.children.contains(child.name ?? ""), "\(name) has \(child.name ?? "")",
        sourceLocation: sourceLocation)
      check(child, sourceLocation)
    }
  }
}
