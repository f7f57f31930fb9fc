import Text

/// Writes findings as JUnit XML: a suite for each file, a case for each finding.
///
/// Findings that make the check fail are failures; the text of the others is in `system-out`. A file without findings
/// is one passing case. A run that could not read its files has one suite, with an error for each.
///
/// The attributes and elements follow the schema that Jenkins validates against (`junit-10.xsd`).
enum JUnitRenderer {
  static func render(_ report: FindingReport) -> [UInt8] {
    if !report.failures.isEmpty { return render(failures: report.failures) }
    var places = PlaceTable(report.files.map { $0.source })
    var findings = [[Finding]](repeating: [], count: report.files.count)
    for finding in report.findings { findings[Int(finding.location.file.index)].append(finding) }
    let order = report.files.indices.sorted {
      (Array(report.files[$0].source.name.utf8), $0) < (
        Array(report.files[$1].source.name.utf8), $1
      )
    }
    let count = findings.reduce(0) { $0 + max(1, $1.count) }
    let failures = report.findings.count(where: report.fails)
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text +=
      "<testsuites name=\"bascule\" tests=\"\(count)\" failures=\"\(failures)\" errors=\"0\">\n"
    for file in order {
      let name = Quoting.xml(report.files[file].source.name)
      text +=
        "  <testsuite name=\"\(name)\" file=\"\(name)\" tests=\"\(max(1, findings[file].count))\""
      text += " failures=\"\(findings[file].count(where: report.fails))\" errors=\"0\">\n"
      if findings[file].isEmpty {
        text += "    <testcase classname=\"\(name)\" name=\"no findings\"/>\n"
      }
      for finding in findings[file] { text += testCase(finding, name, report, &places) }
      text += "  </testsuite>\n"
    }
    return Array((text + "</testsuites>\n").utf8)
  }

  private static func render(failures: [String]) -> [UInt8] {
    let count = failures.count
    let counts = "tests=\"\(count)\" failures=\"0\" errors=\"\(count)\""
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"bascule\" \(counts)>\n  <testsuite name=\"bascule\" \(counts)>\n"
    for (number, failure) in failures.enumerated() {
      text += "    <testcase classname=\"bascule\" name=\"error \(number + 1)\">\n"
      text += "      <error message=\"\(Quoting.xml(failure))\"/>\n    </testcase>\n"
    }
    return Array((text + "  </testsuite>\n</testsuites>\n").utf8)
  }

  private static func testCase(
    _ finding: Finding, _ name: String, _ report: FindingReport, _ places: inout PlaceTable
  ) -> String {
    let (start, end) = places.range(finding.location)
    let range = "\(start.line):\(start.column)-\(end.line):\(end.column)"
    var text = "    <testcase classname=\"\(name)\" name=\"\(finding.code) at \(range)\">\n"
    let body = Quoting.xml(
      (["\(finding.severity.rawValue)[\(finding.code)] \(range)"] + finding.plainLines)
        .joined(separator: "\n"), isContent: true)
    if report.fails(finding) {
      text += "      <failure type=\"\(finding.code)\""
      text += " message=\"\(Quoting.xml(finding.message))\">\(body)</failure>\n"
    } else {
      text += "      <system-out>\(body)</system-out>\n"
    }
    return text + "    </testcase>\n"
  }
}

private func < (a: ([UInt8], Int), b: ([UInt8], Int)) -> Bool {
  a.0 == b.0 ? a.1 < b.1 : a.0.lexicographicallyPrecedes(b.0)
}
