import Foundation
import RandomRules
import TestSupport
import Testing
import WebURL

/// Tests that the URLs that the page sends are those that the app and the tool read.
@Suite struct TypeScriptURLTests {
  private struct Reading: Decodable {
    /// The result of `new URL`.
    var href: String?
    /// The result of `checkURL`.
    var url: String?
  }

  @Test(.seeded) func pageAndToolAgree() throws {
    guard let deno = Tool.deno(for: "the URLs of pages") else { return }
    var random = RandomURLTexts(random: RandomChoice(seed: Seed.of(71)))
    var texts = (0..<TestOptions.cases(5_000, long: 100_000)).map { _ in random.next() }
    let file = TestPackage.shared.appendingPathComponent("data/urltestdata.json")
    if let data = Tool.data(file, for: "URLs of pages with the cases of the URL standard") {
      texts += try #require(JSONSerialization.jsonObject(with: data) as? [Any])
        .compactMap { ($0 as? [String: Any])?["input"] as? String }
    }
    let folder = try TemporaryFolder()
    let input = folder.url.appendingPathComponent("texts.json")
    try JSONEncoder().encode(texts).write(to: input)
    let output = folder.url.appendingPathComponent("urls.json")
    let script = folder.url.appendingPathComponent("read.ts")
    let module = TestPackage.url("Sources/Runtime/TypeScript/urls.ts")
    try """
    import { checkURL } from "\(module.absoluteString)";
    const texts: string[] = JSON.parse(Deno.readTextFileSync(Deno.args[0]!));
    const orNull = (read: () => string) => { try { return read(); } catch { return null; } };
    const urls = texts.map((text) => ({
      href: orNull(() => new URL(text).href),
      url: orNull(() => checkURL(text)),
    }));
    Deno.writeTextFileSync(Deno.args[1]!, JSON.stringify(urls));
    """.write(to: script, atomically: true, encoding: .utf8)
    let run = try ProcessRunner.run(
      deno,
      [
        "run", "--no-check", "--no-prompt", "--allow-read", "--allow-write", script.path,
        input.path,
        output.path,
      ],
      environment: .adding(Tool.denoEnvironment))
    try #require(run.status == 0, "\(run.output)")
    let readings = try JSONDecoder().decode([Reading].self, from: Data(contentsOf: output))
    try #require(readings.count == texts.count)
    var (agreeing, differing) = (0, 0)
    for (text, reading) in zip(texts, readings) {
      // `OtherParserTests` compares the parsers. Deno's parser has known faults.
      if reading.href != WebURL.parse(text)?.href {
        differing += 1
        continue
      }
      let url = ConvertibleURL.converted(text)
      agreeing += url == nil ? 0 : 1
      #expect(reading.url == url, "\(text.debugDescription)")
    }
    #expect(agreeing > texts.count / 4)
    #expect(differing < texts.count / 20)
  }
}
