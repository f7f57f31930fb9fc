import Foundation
import Testing

@testable @_spi(Generated) @_spi(GeneratedFile) import BasculeRuntime

/// Tests the encoding and decoding of values between app and page.
@Suite struct WireTests {
  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00.5Z", 0.5),
      ("1969-12-31T23:59:59.999Z", -0.001), ("2016-12-31T23:59:60Z", 1_483_228_800),
      ("2016-12-31T23:59:60.9Z", 1_483_228_800.9), ("2000-02-29T12:00:00+05:30", 951_805_800),
      ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59.999Z", 253_402_300_799.999),
      ("2026-11-21T11:33:33.123999999Z", 1_795_260_813.123), ("1970-01-01t00:00:00Z", nil),
      ("1970-01-01T00:00:00", nil), ("1970-01-01", nil), ("1900-02-29T00:00:00Z", nil),
      ("1970-01-01T24:00:00Z", nil), ("1970-01-01T00:00:61Z", nil), ("1970-01-01T00:00:00.Z", nil),
      ("0000-01-01T00:00:00Z", nil), ("1970-01-01T00:00:00+0530", nil), ("", nil),
      ("1970-01-01T00:00:00Z ", nil), ("1970-13-01T00:00:00Z", nil),
    ] as [(String, Double?)])
  func dateIsRead(_ text: String, _ seconds: Double?) {
    #expect((try? Date(json: .string(text))) == seconds.map { Date(timeIntervalSince1970: $0) })
  }

  private struct Sample: WireObject, Codable, Hashable {
    var text = "a"
    var number = 0.5
    var date = Date(timeIntervalSince1970: 1)
    var note: String?
    var parts: [Sample] = []

    init() {}

    init(from object: inout WireReader) throws {
      text = try object.read("text")
      number = try object.read("number")
      date = try object.read("date")
      note = try object.readIfPresent("note")
      parts = try object.read("parts", default: [])
    }

    func write(to object: inout WireWriter) {
      object.write("text", text)
      object.write("number", number)
      object.write("date", date)
      object.writeIfPresent("note", note)
      object.write("parts", parts)
    }
  }

  /// Tests WebKit's nil, which is no object and which Swift bridges as an optional without a value.
  @Test func noBodyIsNull() throws {
    let none = Optional<AnyObject>.none as Any
    #expect(try JSON(foundation: none) == .null)
    #expect(
      try JSON(foundation: ["a": none, "b": [none]]) == .object(["a": .null, "b": .array([.null])]))
    #expect(throws: WireError.self) { try JSON(foundation: NSObject()) }
  }

  /// Tests that equality compares the values, and not their JSON.
  @Test func modelsAreEqualIfTheirFieldsAre() throws {
    var samples = Array(repeating: Sample(), count: 8)
    samples[1].text = "b"
    samples[2].number = 0.25
    samples[3].date += 0.000_01
    samples[4].note = ""
    samples[5].parts = [Sample()]
    samples[6].parts = [samples[4]]
    samples[7].number = -.infinity
    #expect(Set(samples).count == samples.count)
    #expect(samples[3].encodedJSON == samples[0].encodedJSON)
    for (index, sample) in samples.enumerated() {
      #expect(sample == sample && sample.hashValue == sample.hashValue)
      #expect(samples.firstIndex(of: sample) == index)
    }
    (samples[0].number, samples[1]) = (0, samples[0])
    samples[1].number = -0.0
    #expect(samples[0] == samples[1] && samples[0].hashValue == samples[1].hashValue)
    samples[0].number = .nan
    #expect(samples[0] != samples[0])
    let read = try JSONDecoder().decode(Sample.self, from: JSONEncoder().encode(samples[5]))
    #expect(read == samples[5])
  }

  @Test func valuesOfDifferentKindsDiffer() {
    let values: [JSON] = [
      .null, .bool(false), .bool(true), .number(0), .number(1), .string(""), .string("1"),
      .array([]), .array([.null]), .array([.bool(true)]), .array([.number(1)]), .object([:]),
      .object(["a": .number(1)]), .object(["a": .bool(true)]), .object(["b": .number(1)]),
    ]
    #expect(Set(values).count == values.count)
    for (index, value) in values.enumerated() { #expect(values.firstIndex(of: value) == index) }
    #expect(JSON.number(0) == .number(-0.0))
    #expect(JSON.number(.nan) != .number(.nan))
    #expect(JSON.array([.number(.nan)]) != .array([.number(.nan)]))
    #expect(JSON.string("e\u{301}") == .string("\u{E9}"))
  }

  @Test func everyDateIsReadBack() throws {
    for day in stride(from: -719_162, to: 2_932_897, by: 37) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 3_723)
      if try Date(json: date.encodedJSON) != date { Issue.record("day \(day) is not read back") }
    }
  }

  @Test func numbersThatJSONCannotWriteAreRefused() throws {
    for (body, isJSON) in [
      (Double.nan, false), (Double.infinity, false), (-Double.infinity, false), (1.5, true),
    ] {
      let json = try JSON(foundation: ["a": [NSNumber(value: body)]] as [String: Any])
      #expect(((try? JSON(json: json)) != nil) == isJSON, "\(body)")
      let number = try JSON(foundation: NSNumber(value: body))
      #expect(((try? Double(json: number)) != nil) == isJSON, "\(body)")
    }
  }

  @Test func datesOfAnEngineBecomeText() throws {
    #expect(try JSON(foundation: Date(timeIntervalSince1970: .nan)) == .null)
    #expect(try JSON(foundation: Date(timeIntervalSince1970: 1e13)) == .null)
    #expect(try JSON(foundation: Date(timeIntervalSince1970: -1e13)) == .null)
    #expect(
      try JSON(foundation: Date(timeIntervalSince1970: 0.5)) == .string("1970-01-01T00:00:00.500Z"))
    #expect(Date(timeIntervalSince1970: .nan).encodedJSON == .null)
  }

  /// Tests that a small value that contains the same list many times is rejected before it fills the memory.
  @Test func theNumberOfValuesIsBounded() {
    var doubled: [Any] = [1]
    for _ in 0..<60 { doubled = [doubled, doubled] }
    let error = WireError(
      expected: "at most 100000 values, or JSON text", found: "a greater value")
    #expect(throws: error) { try JSON(foundation: doubled) }
    let list = Array(repeating: 7 as Any, count: 100_000)
    #expect(throws: error) { try JSON(foundation: list) }
    #expect(throws: Never.self) { try JSON(foundation: Array(list.dropFirst())) }
  }

  @Test func theDepthIsBounded() throws {
    func nested(_ levels: Int, _ wrap: (Any) -> Any) -> Any {
      (0..<levels).reduce(1 as Any) { value, _ in wrap(value) }
    }
    let error = WireError(expected: "JSON of at most 512 levels", found: "a deeper value")
    for wrap in [{ [$0] as [Any] }, { ["a": $0] as [String: Any] }] as [(Any) -> Any] {
      _ = try JSON(foundation: nested(512, wrap))
      #expect(throws: error) { try JSON(foundation: nested(513, wrap)) }
    }
  }

  /// Tests that the limits also apply to the text of a value, before it is decoded.
  @Test func textHasTheLimitsOfValues() throws {
    let tooGreat = WireError(
      expected: "JSON text of at most 1000000 values", found: "a greater value")
    let tooDeep = WireError(expected: "JSON of at most 512 levels", found: "a deeper value")
    for (text, error) in [
      ("[" + String(repeating: "7,", count: 1_000_000) + "7]", tooGreat),
      (String(repeating: "[", count: 100_000), tooDeep),
      (String(repeating: "[", count: 513) + String(repeating: "]", count: 513), tooDeep),
    ] {
      #expect(throws: error) { try JSON(text: text) }
    }
    // These texts have exactly the maximum number of values and levels.
    func checks(_ text: String) throws { try JSON.checkSize(of: text) }
    try checks("[" + String(repeating: "7,", count: 999_998) + "7]")
    try checks(String(repeating: "[ ]", count: 1) + #""[[[[,,,,\"[[[""#)
    try checks("[" + String(repeating: #"{"a,b":[]},"#, count: 499_999) + "7]")
    #expect(throws: tooGreat) {
      try checks("[" + String(repeating: #"{"a,b":[]},"#, count: 499_999) + "7,8]")
    }
    try checks(String(repeating: "[", count: 512) + String(repeating: "]", count: 512))
    #expect(try JSON(text: #"{"a":[1,{"b":"[,]"}]}"#).text == #"{"a":[1,{"b":"[,]"}]}"#)
  }

  @Test func foundationTellsBooleansFromNumbers() throws {
    let json = try JSON(foundation: [true, 1, NSNumber(value: false), 0.5] as [Any])
    #expect(json == .array([.bool(true), .number(1), .bool(false), .number(0.5)]))
    #expect(try JSON(foundation: json.foundation) == json)
  }

  @Test func base64IsExact() {
    for (text, bytes) in [
      ("AP8=", [0, 255]), ("", []), ("AP8", nil), ("AP8==", nil), ("AP==8", nil), ("A=", nil),
    ] as [(String, [UInt8]?)] {
      #expect((try? Data(json: .string(text))) == bytes.map { Data($0) }, "\(text)")
    }
  }

  @Test func errorsHaveAPath() {
    let error = WireError(expected: "a string", found: "null")
    #expect(
      "\(error.below(index: 3).below(field: "items"))" == "items[3]: expected a string, found null")
    #expect(error.below(field: "sku").below(index: 1).path == "[1].sku")
    #expect(error.below(field: "a b").path == #"["a b"]"#)
    #expect(error.below(key: "\u{1}\"").path == #"["\u0001\""]"#)
    #expect(error.below(key: #"a\b"#).path == #"["a\\b"]"#)
  }
}
