// Compiled with the generated Swift: takes every value of a file through it, decoded as the body of
// a message and encoded again as its reply. Prints one result for each value: `{"wire": …}` or
// `{"error": "…"}`.

import Foundation

private typealias Way = @Sendable (JSON) throws -> JSON

private func cross<Type: WireValue>(_ type: Type.Type) -> Way {
  { json in
    let value = try Type(json: json)
    let result = value.encodedJSON
    guard try Type(json: result) == value else { throw NotTheSame() }
    return result
  }
}

private struct NotTheSame: Error {}

private let ways: [String: Way] = [
  "string": cross(String.self), "int": cross(Int.self), "double": cross(Double.self),
  "bool": cross(Bool.self), "url": cross(URL.self), "date": cross(Date.self),
  "data": cross(Data.self), "json": cross(JSON.self), "level": cross(Level.self),
  "strings": cross([String].self), "holes": cross([Int?].self), "matrix": cross([[Double]].self),
  "counts": cross([String: Int].self), "maybes": cross([String: String?].self),
  "optional": cross(Int?.self), "item": cross(Item.self), "everything": cross(Everything.self),
  "tree": cross(Tree.self), "shape": cross(Shape.self),
]

private struct Value: Decodable {
  var strategy: String
  var wire: JSON?
}

@main struct Crossing {
  static func main() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
    let values = try JSONDecoder().decode([Value].self, from: data)
    let results: [[String: JSON]] = values.map { value in
      guard let way = ways[value.strategy] else { return ["error": .string("no such strategy")] }
      do {
        return ["wire": try way(JSON(foundation: value.wire?.foundation))]
      } catch {
        return ["error": .string("\(error)")]
      }
    }
    FileHandle.standardOutput.write(try JSONEncoder().encode(results))
  }
}
