// Times `RuleSetSession` during simulated typing in a rule set read from a folder.
//
// Usage: session-benchmark FOLDER
//
// Prints one line for each kind of edit: the kind, the number of edits, and the median, the 99th
// percentile and the greatest of their processor times in milliseconds (one thread does it all).

import Diagnostics
import Foundation
import Text
import Workspace

guard CommandLine.arguments.count == 2 else {
  print("usage: session-benchmark FOLDER")
  exit(2)
}
let folder = URL(fileURLWithPath: CommandLine.arguments[1])
let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
  .filter { $0.hasSuffix(".bascule") }.sorted()
var files = try names.map { name in
  SourceFile(name: name, bytes: Array(try Data(contentsOf: folder.appendingPathComponent(name))))
}
let session = RuleSetSession()

/// Returns the processor time of this process in milliseconds, which other processes do not affect.
func processorTime() -> Double { Double(clock()) * 1e3 / Double(CLOCKS_PER_SEC) }

@MainActor func check() -> (time: Double, findings: [Finding]) {
  let start = processorTime()
  let findings = session.check(RuleSetInput(files: files))
  return (processorTime() - start, findings)
}

func report(_ kind: String, _ times: [Double]) {
  let sorted = times.sorted()
  let numbers = [
    sorted[sorted.count / 2], sorted[sorted.count * 99 / 100], sorted[sorted.count - 1],
  ]
  print(kind, times.count, numbers.map { String(format: "%.2f", $0) }.joined(separator: " "))
}

report("first", [check().time])

/// Returns the offset of the line of a rule, given its number in the file; nil if there is none.
@MainActor func place(_ file: Int, after count: Int) -> Int? {
  let text = files[file].bytes
  let rule = Array("\n  when ".utf8)
  var seen = 0
  var index = 0
  while index + rule.count < text.count {
    if text[index] == rule[0], text[index..<(index + rule.count)].elementsEqual(rule) {
      if seen == count { return index + 1 }
      seen += 1
    }
    index += 1
  }
  return nil
}

@MainActor func edit(_ file: Int, _ change: (inout [UInt8]) -> Void) {
  var bytes = files[file].bytes
  change(&bytes)
  files[file] = SourceFile(name: files[file].name, bytes: bytes)
}

var blank: [Double] = []
var literal: [Double] = []
var insertion: [Double] = []
var typing: [Double] = []
for round in 0..<20 {
  let file = (round * 7 + 3) % files.count
  guard let place = place(file, after: round * 3 % 20) else { continue }
  edit(file) { $0.insert(UInt8(ascii: "\n"), at: place) }
  blank.append(check().time)

  // A new rule is typed letter by letter, then its path gets another name.
  let rule = Array(#"  when path[1] == "typed\#(round)" cancel"#.utf8) + [UInt8(ascii: "\n")]
  for index in rule.indices {
    edit(file) { $0.insert(rule[index], at: place + index) }
    let (time, findings) = check()
    if findings.contains(where: { $0.severity == .error }) {
      typing.append(time)
    } else {
      insertion.append(time)
    }
  }
  let inner = place + rule.count - 10
  for _ in 0..<5 {
    edit(file) { $0.insert(UInt8(ascii: "x"), at: inner) }
    literal.append(check().time)
  }
}
report("blank-line", blank)
report("letter-of-a-broken-rule", typing)
report("letter-that-makes-it-whole", insertion)
report("letter-in-a-literal", literal)
