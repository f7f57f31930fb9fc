import Foundation

/// The memory of this process, and of the engine's processes that it has started.
struct Memory {
  /// The memory of this process in bytes.
  var own: Int
  var engine: Int

  static func now() -> Memory {
    let me = ProcessInfo.processInfo.processIdentifier
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    let children = all.compactMap { Int32($0) }.filter { parent(of: $0) == me }
    return Memory(own: resident(me), engine: children.map(resident).reduce(0, +))
  }

  private static func words(_ path: String, after mark: Character? = nil) -> [Substring] {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
    let rest = mark.flatMap { text.lastIndex(of: $0) }.map { text[text.index(after: $0)...] }
    return (rest ?? text[...]).split(separator: " ")
  }

  private static func parent(of process: Int32) -> Int32? {
    let words = words("/proc/\(process)/stat", after: ")")
    return words.count > 1 ? Int32(words[1]) : nil
  }

  /// Returns the memory that is not shared with other processes, as libraries are.
  private static func resident(_ process: Int32) -> Int {
    let words = words("/proc/\(process)/statm")
    guard words.count > 2, let all = Int(words[1]), let shared = Int(words[2]) else { return 0 }
    return (all - shared) * 4096
  }
}
