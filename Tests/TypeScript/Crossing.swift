// A program that is compiled with the generated Swift. `crossing FILE` decodes every value of a file as the body of a
// message and encodes it again as its reply. It prints one result for each value, `{"wire": …}` or `{"error": "…"}`.
// Without a file, it prints the scripts of `Scripts.swift`.

import Foundation

private typealias Conversion = @Sendable (JSON) throws -> JSON

private func cross<Type: WireValue & Equatable>(_ type: Type.Type) -> Conversion {
  { json in
    let value = try Type(json: json)
    let result = value.encodedJSON
    guard try Type(json: result) == value else { throw DifferentValue() }
    return result
  }
}

private struct DifferentValue: Error {}

private let conversions: [String: Conversion] = [
  "string": cross(String.self), "int": cross(Int.self), "double": cross(Double.self),
  "bool": cross(Bool.self), "url": cross(URL.self), "date": cross(Date.self),
  "data": cross(Data.self), "json": cross(JSON.self), "level": cross(Level.self),
  "strings": cross([String].self), "holes": cross([Int?].self), "matrix": cross([[Double]].self),
  "counts": cross([String: Int].self), "maybes": cross([String: String?].self),
  "optional": cross(Int?.self), "item": cross(Item.self), "everything": cross(Everything.self),
  "tree": cross(Tree.self), "shape": cross(Shape.self), "anything": cross(Anything.self),
]

private struct Value: Decodable {
  var strategy: String
  var wire: JSON?
}

@main struct Crossing {
  @MainActor static func main() async throws {
    guard CommandLine.arguments.count > 1 else { return try await printScripts() }
    let data = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
    let values = try JSONDecoder().decode([Value].self, from: data)
    let results: [[String: JSON]] = values.map { value in
      guard let convert = conversions[value.strategy] else {
        return ["error": .string("no such strategy")]
      }
      do {
        return ["wire": try convert(JSON(foundation: value.wire?.foundation))]
      } catch {
        return ["error": .string("\(error)")]
      }
    }
    FileHandle.standardOutput.write(try JSONEncoder().encode(results))
  }
}
