extension Slip {
  static let all =
    words + signs + values + rules + text + patterns + types + messages + files + literals

  /// Mistakes with words of other languages.
  private static let words: [Slip] = [
    .line("⟦if⟧ path == \"/a\" allow", "foreign-spelling", "when path == \"/a\" allow"),
    .file(
      "chain C {\n  when path == \"/a\" cancel\n  ⟦else⟧ allow\n}\n", "foreign-spelling",
      "chain C {\n  when path == \"/a\" cancel\n  otherwise allow\n}\n"),
    .file(
      "chain C {\n  when path == \"/a\" cancel\n  ⟦default⟧ allow\n}\n", "foreign-spelling",
      "chain C {\n  when path == \"/a\" cancel\n  otherwise allow\n}\n"),
    .file(
      "chain C {\n  when path == \"/a\" cancel\n  ⟦⟧allow\n}\n", "syntax-error",
      "chain C {\n  when path == \"/a\" cancel\n  otherwise allow\n}\n"),
    .file(
      "action take() -> Bool\nchain C {\n  ⟦⟧attempt take cancel\n  otherwise allow\n}\n",
      "syntax-error",
      "action take() -> Bool\nchain C {\n  always attempt take cancel\n  otherwise allow\n}\n"),
    .line("⟦wehn⟧ path == \"/a\" allow", "syntax-error", "when path == \"/a\" allow"),
    .line("⟦When⟧ path == \"/a\" allow", "syntax-error", "when path == \"/a\" allow"),
    .line("⟦case⟧ path == \"/a\" allow", "foreign-spelling", "when path == \"/a\" allow"),
    .line("⟦else if⟧ path == \"/a\" allow", "foreign-spelling", "when path == \"/a\" allow"),
    .line("⟦elif⟧ path == \"/a\" allow", "foreign-spelling", "when path == \"/a\" allow"),
    .line(
      "when path == \"/a\" ⟦block⟧\n  when path == \"/b\" allow", "foreign-spelling",
      "when path == \"/a\" cancel\n  when path == \"/b\" allow"),
    .line(
      "when path == \"/a\" ⟦deny⟧\n  when path == \"/b\" allow", "foreign-spelling",
      "when path == \"/a\" cancel\n  when path == \"/b\" allow"),
    .line("when path == \"/a\" ⟦permit⟧", "foreign-spelling", "when path == \"/a\" allow"),
    .line("when path == \"/a\" ⟦alow⟧", "syntax-error", "when path == \"/a\" allow"),
    .line("when path == \"/a\" ⟦downlod⟧", "syntax-error", "when path == \"/a\" download"),
    .line(
      "when path == \"/a\" ⟦show⟧ Account allow", "foreign-spelling",
      "when path == \"/a\" present Account allow"),
    .line(
      "when path == \"/a\" ⟦presnt⟧ Account allow", "syntax-error",
      "when path == \"/a\" present Account allow"),
    .line(
      "when path == \"/a\" ⟦call⟧ track(name: \"x\") allow", "foreign-spelling",
      "when path == \"/a\" perform track(name: \"x\") allow"),
    .line("when path == \"/a\" ⟦redirect⟧ \"/b\"", "foreign-spelling"),
    .line("when path == \"/a\" ⟦return⟧ allow", "foreign-spelling", "when path == \"/a\" allow"),
    .line(
      "when path == \"/a\" load url setting query.a = \"b\" if ⟦mising⟧ cancel", "syntax-error",
      "when path == \"/a\" load url setting query.a = \"b\" if missing cancel"),
    .file(
      "chain C {\n  when url like \"https://a.com/\" open url cancel\n  otherwise allow\n}\n"
        + "test C {\n  \"https://a.com/\" open ⟦host⟧ cancel\n}\n", "type-mismatch"),
    .line("when path == \"/a\" ⟦then⟧ allow", "foreign-spelling", "when path == \"/a\" allow"),
    .condition("isHome ⟦and⟧ path == \"/a\"", "foreign-spelling", "isHome && path == \"/a\""),
    .condition("isHome ⟦or⟧ path == \"/a\"", "foreign-spelling", "isHome || path == \"/a\""),
    .condition("⟦not ⟧isHome", "foreign-spelling", "!isHome"),
    .condition(
      "⟦not⟧(isHome || path == \"/a\")", "foreign-spelling",
      "!(isHome || path == \"/a\")"),
    .condition(
      "host ⟦not in⟧ [\"a.com\", \"b.com\"]", "foreign-spelling",
      "host !in [\"a.com\", \"b.com\"]"),
    .condition("path ⟦startsWith⟧ \"/a\"", "foreign-spelling", "path hasPrefix \"/a\""),
    .condition("path ⟦starts with⟧ \"/a\"", "foreign-spelling", "path hasPrefix \"/a\""),
    .condition("path ⟦endsWith⟧ \".pdf\"", "foreign-spelling", "path hasSuffix \".pdf\""),
    .condition("path ⟦includes⟧ \"shop\"", "foreign-spelling", "path contains \"shop\""),
    .condition("path ⟦hasprefix⟧ \"/a\"", "syntax-error", "path hasPrefix \"/a\""),
    .condition("path ⟦is⟧ \"/a\"", "foreign-spelling", "path == \"/a\""),
    .condition("path ⟦equals⟧ \"/a\"", "foreign-spelling", "path == \"/a\""),
    .condition("path ⟦likes⟧ \"/a/*\"", "syntax-error", "path like \"/a/*\""),
    .condition("path ⟦matchs⟧ /\\/a+/", "syntax-error", "path matches /\\/a+/"),
    .condition("⟦exist⟧ query.a", "foreign-spelling", "exists query.a"),
    .file(
      "handler H { when path == \"/a\" cancel }\nchain C { ⟦include⟧ H otherwise allow }\n",
      "foreign-spelling",
      "handler H { when path == \"/a\" cancel }\nchain C { use H otherwise allow }\n"),
    .file(
      "handler H { when path == \"/a\" cancel }\nchain C { use ⟦handler⟧ H otherwise allow }\n",
      "foreign-spelling",
      "handler H { when path == \"/a\" cancel }\nchain C { use H otherwise allow }\n"),
    .file(
      "handler H { when path == \"/a\" cancel }\nchain C {\n  ⟦⟧H\n  otherwise allow\n}\n",
      "syntax-error",
      "handler H { when path == \"/a\" cancel }\nchain C {\n  use H\n  otherwise allow\n}\n"),
  ]

  /// Mistakes with signs of other languages.
  private static let signs: [Slip] = [
    .condition("path ⟦=⟧ \"/a\"", "syntax-error", "path == \"/a\""),
    .condition("path ⟦===⟧ \"/a\"", "foreign-spelling", "path == \"/a\""),
    .condition("path ⟦!==⟧ \"/a\"", "foreign-spelling", "path != \"/a\""),
    .condition("path ⟦<>⟧ \"/a\"", "foreign-spelling", "path != \"/a\""),
    .condition("isHome ⟦&⟧ path == \"/a\"", "invalid-character", "isHome && path == \"/a\""),
    .condition("isHome ⟦|⟧ path == \"/a\"", "invalid-character", "isHome || path == \"/a\""),
    .line("when path == \"/a\" ⟦=>⟧ allow", "foreign-spelling", "when path == \"/a\" allow"),
    .line("when path == \"/a\" ⟦->⟧ allow", "foreign-spelling", "when path == \"/a\" allow"),
    .line("when path == \"/a\"⟦:⟧ allow", "foreign-spelling", "when path == \"/a\" allow"),
    .line("when path == \"/a\" ⟦{⟧ allow }", "foreign-spelling", "when path == \"/a\" allow"),
    .line("when path == \"/a\" allow⟦;⟧", "foreign-spelling", "when path == \"/a\" allow"),
    .line("when path == \"/a\" allow⟦,⟧", "foreign-spelling", "when path == \"/a\" allow"),
    .line("⟦#⟧ our pages", "foreign-spelling", "// our pages"),
    .line("⟦--⟧ our pages", "foreign-spelling", "// our pages"),
    .condition("path == ⟦'/a'⟧", "foreign-spelling", "path == \"/a\""),
    .condition("path == ⟦“/a”⟧", "foreign-spelling", "path == \"/a\""),
    .condition("path == ⟦`/a`⟧", "foreign-spelling", "path == \"/a\""),
    .condition("path == ⟦„/a“⟧", "foreign-spelling", "path == \"/a\""),
    .condition("path⟦\u{A0}⟧== \"/a\"", "invalid-character", "path == \"/a\""),
    .condition("path⟦\u{200B}⟧ == \"/a\"", "invalid-character", "path == \"/a\""),
    .condition("⟦（⟧isHome)", "foreign-spelling", "(isHome)"),
    .condition(
      "host in ⟦(⟧\"a.com\", \"b.com\")", "foreign-spelling",
      "host in [\"a.com\", \"b.com\"]"),
    .condition("host in ⟦\"a.com\"⟧", "foreign-spelling", "host in [\"a.com\"]"),
    .line(
      "when path == \"/a\" present Product(id⟦ =⟧ \"x\") allow", "foreign-spelling",
      "when path == \"/a\" present Product(id: \"x\") allow"),
  ]

  /// Members and values as they are spelled in Swift and JavaScript.
  private static let values: [Slip] = [
    .condition("⟦pathComponents[1]⟧ == \"a\"", "foreign-spelling", "path[1] == \"a\""),
    .condition("⟦url.host⟧ == \"a.com\"", "foreign-spelling", "host == \"a.com\""),
    .condition("⟦request.url.host⟧ == \"a.com\"", "foreign-spelling", "host == \"a.com\""),
    .condition("⟦request.url?.host⟧ == \"a.com\"", "foreign-spelling", "host == \"a.com\""),
    .condition("⟦url.pathComponents[2]⟧ == \"a\"", "foreign-spelling", "path[2] == \"a\""),
    .condition("⟦url.path⟧ == \"/a\"", "foreign-spelling", "path == \"/a\""),
    .condition("⟦url.scheme⟧ == \"ftp\"", "foreign-spelling", "scheme == \"ftp\""),
    .condition("⟦url.query.a⟧ == \"b\"", "foreign-spelling", "query.a == \"b\""),
    .condition("⟦location.hash⟧ == \"top\"", "foreign-spelling", "fragment == \"top\""),
    .condition("⟦location.hostname⟧ == \"a.com\"", "foreign-spelling", "host == \"a.com\""),
    .condition("⟦pathname⟧ == \"/a\"", "foreign-spelling", "path == \"/a\""),
    .condition("⟦hostname⟧ == \"a.com\"", "foreign-spelling", "host == \"a.com\""),
    .condition("⟦url.lastPathComponent⟧ == \"a\"", "foreign-spelling", "path.last == \"a\""),
    .condition("⟦request.httpMethod⟧ == \"PUT\"", "foreign-spelling", "method == \"PUT\""),
    .condition("⟦path.length⟧ > 7", "foreign-spelling", "path.count > 7"),
    .condition("⟦navigationType⟧ == reload", "foreign-spelling", "navigation == reload"),
    .condition("navigation == ⟦.⟧backForward", "foreign-spelling", "navigation == backForward"),
    .condition("navigation == ⟦\"backForward\"⟧", "foreign-spelling", "navigation == backForward"),
    .condition("frame == ⟦\"new\"⟧", "foreign-spelling", "frame == new"),
    .condition("path⟦.hasPrefix(\"/a\")⟧", "foreign-spelling", "path hasPrefix \"/a\""),
    .condition("path⟦.contains(\"a\")⟧", "foreign-spelling", "path contains \"a\""),
    .condition(
      "⟦document.hostname⟧ == \"a.example\"", "foreign-spelling", "document.host == \"a.example\""),
    .condition(
      "⟦document.location.hostname⟧ == \"a.example\"", "foreign-spelling",
      "document.host == \"a.example\""),
    .condition(
      "⟦page.lastPathComponent⟧ == \"a\"", "foreign-spelling", "page.path.last == \"a\""),
    .condition(
      "⟦document.pathname[1]⟧ == \"a\"", "foreign-spelling", "document.path[1] == \"a\""),
    .condition("⟦page.hash⟧ == \"a\"", "foreign-spelling", "page.fragment == \"a\""),
    .condition("⟦query.has(\"a\")⟧", "foreign-spelling", "exists query.a"),
    .condition(
      "⟦url.searchParams.has(\"a-b\")⟧", "foreign-spelling", "exists query[\"a-b\"]"),
    .condition("!⟦searchParams.has(\"a\")⟧", "foreign-spelling", "!exists query.a"),
    .condition(
      "path == ⟦\"a.example/b\"⟧", "never-equal", "host == \"a.example\" && path == \"/b\""),
    .condition("path == ⟦\"tickets/2.0\"⟧", "never-equal", "path == \"/tickets/2.0\""),
    .condition("path⟦.startsWith(\"/a\")⟧", "foreign-spelling", "path hasPrefix \"/a\""),
    .condition(
      "⟦[\"a.com\", \"b.com\"].contains(host)⟧", "foreign-spelling",
      "host in [\"a.com\", \"b.com\"]"),
    .condition("⟦\"/a\" == path⟧", "foreign-spelling", "path == \"/a\""),
    .condition("⟦query.a != nil⟧", "foreign-spelling", "exists query.a"),
    .condition(
      "⟦query.a == null⟧ && path == \"/a\"", "foreign-spelling",
      "!(exists query.a) && path == \"/a\""),
    .condition("query⟦.utm-source⟧ == \"a\"", "foreign-spelling", "query[\"utm-source\"] == \"a\""),
    .condition("header⟦.X-App⟧ == \"a\"", "foreign-spelling", "header[\"X-App\"] == \"a\""),
    .condition("⟦path[0]⟧ == \"cards\"", "foreign-spelling", "path[1] == \"cards\""),
    .condition("⟦hots⟧ == \"a.com\"", "unknown-name", "host == \"a.com\""),
    .condition("⟦isHom⟧", "unknown-name", "isHome"),
    .condition("port == ⟦\"8080\"⟧", "type-mismatch", "port == 8080"),
    .condition("path == ⟦\"about\"⟧", "never-equal", "path == \"/about\""),
    .line(
      "when scheme == \"mailto\" open⟦⟧ cancel\n  when path == \"/b\" allow", "syntax-error",
      "when scheme == \"mailto\" open url cancel\n  when path == \"/b\" allow"),
    .line(
      "when scheme == \"mailto\" open ⟦URL⟧ cancel\n  when path == \"/b\" allow",
      "foreign-spelling",
      "when scheme == \"mailto\" open url cancel\n  when path == \"/b\" allow"),
  ]

  /// Mistakes in the form of rules.
  private static let rules: [Slip] = [
    .line("⟦⟧path == \"/a\" allow", "syntax-error", "when path == \"/a\" allow"),
    .line("⟦⟧!isHome allow", "syntax-error", "when !isHome allow"),
    .line("use ⟦Lnks⟧\n  when path == \"/a\" allow", "unknown-name", nil),
    .line(
      "⟦when path == \"/a\" present Account⟧", "missing-decision",
      "when path == \"/a\" present Account cancel"),
    .line("when path == \"/a\" allow ⟦present⟧ Account", "step-after-decision"),
    .line(
      "when path like \"/p/{id}\" present Product(id: ⟦ident⟧) allow", "unknown-name",
      "when path like \"/p/{id}\" present Product(id: id) allow"),
    .line("when path like \"/p/{id}\" present ⟦Product⟧ allow", "missing-argument"),
    .line(
      "when path like \"/p/{id}\" present Product(⟦ids⟧: id) allow", "unknown-argument",
      "when path like \"/p/{id}\" present Product(id: id) allow"),
    .line(
      "when path == \"/a\" present ⟦Acount⟧ allow", "unknown-name",
      "when path == \"/a\" present Account allow"),
    .line("when path == \"/a\" present ⟦Nowhere⟧ allow", "unknown-name"),
    .line("when path == ⟦\"/a⟧ allow", "unterminated-string"),
    .line("when path matches ⟦/⟧a allow", "unterminated-regex"),
    .line("when ⟦(⟧isHome && path == \"/a\"\n  when path == \"/b\" allow", "unclosed-bracket"),
    .line("when path == \"/a\" && ⟦present⟧ Account allow", "syntax-error"),
    .file(
      "chain C {\n  otherwise cancel\n  ⟦when path == \"/a\" allow⟧\n}\n", "rule-after-otherwise"),
  ]

  /// Mistakes in strings and numbers.
  private static let text: [Slip] = [
    .condition("query.file == \"C:⟦\\s⟧hop\"", "invalid-escape", "query.file == \"C:\\\\shop\""),
    .line("when path == \"/a\" perform track(name: \"a ⟦\\(⟧query.b)\") allow", "invalid-escape"),
    .condition("port == ⟦80O0⟧", "invalid-number"),
    .condition("port == ⟦1_000⟧", "invalid-number", "port == 1000"),
  ]

  /// Mistakes in patterns, regular expressions and URLs.
  private static let patterns: [Slip] = [
    .condition("path matches ⟦/a/b.*/⟧", "foreign-spelling", "path matches /\\/a\\/b.*/"),
    .condition(
      "path matches ⟦/^/docs/.*.pdf$/⟧", "foreign-spelling",
      "path matches /^\\/docs\\/.*.pdf$/"),
    .condition("path matches /\\/x/⟦g⟧", "unsupported-regex", "path matches /\\/x/"),
    .condition("path matches ⟦\"/a.*\"⟧", "foreign-spelling", "path matches /\\/a.*/"),
    .condition("path matches /\\/a.⟦*?⟧b/", "unsupported-regex", "path matches /\\/a.*b/"),
    .condition("path matches /\\/⟦(?!admin)⟧.*/", "unsupported-regex"),
    .condition("url == ⟦\"example.com/shop\"⟧", "invalid-url"),
  ]

  /// Mistakes in types and declarations.
  private static let types: [Slip] = [
    .message(
      "model M { list: ⟦Array<Int>⟧ }\nevent E sends M to Bank", "foreign-spelling",
      "model M { list: [Int] }\nevent E sends M to Bank"),
    .message(
      "model M { name: ⟦Optional<String>⟧ }\nevent E sends M to Bank", "foreign-spelling",
      "model M { name: String? }\nevent E sends M to Bank"),
    .message(
      "model M { name: ⟦Dictionary<String, Int>⟧ }\nevent E sends M to Bank",
      "foreign-spelling", "model M { name: [String: Int] }\nevent E sends M to Bank"),
    .message(
      "model M { a: ⟦Number⟧ }\nevent E sends M to Bank", "foreign-spelling",
      "model M { a: Double }\nevent E sends M to Bank"),
    .message(
      "model M { a: ⟦string⟧ }\nevent E sends M to Bank", "foreign-spelling",
      "model M { a: String }\nevent E sends M to Bank"),
    .message(
      "model M { a: ⟦boolean⟧ }\nevent E sends M to Bank", "foreign-spelling",
      "model M { a: Bool }\nevent E sends M to Bank"),
    .message(
      "model M { a: ⟦Any⟧ }\nevent E sends M to Bank", "foreign-spelling",
      "model M { a: JSON }\nevent E sends M to Bank"),
    .message(
      "model M { a: ⟦Int[]⟧ }\nevent E sends M to Bank", "foreign-spelling",
      "model M { a: [Int] }\nevent E sends M to Bank"),
    .message(
      "model M { ⟦a?: Int⟧ }\nevent E sends M to Bank", "foreign-spelling",
      "model M { a: Int? }\nevent E sends M to Bank"),
    .message(
      "model M { ⟦var⟧ a: Int }\nevent E sends M to Bank", "foreign-spelling",
      "model M { a: Int }\nevent E sends M to Bank"),
    .message(
      "model M { ⟦let⟧ a: Int }\nevent E sends M to Bank", "foreign-spelling",
      "model M { a: Int }\nevent E sends M to Bank"),
    .message(
      "model M { a⟦⟧ Int }\nevent E sends M to Bank", "syntax-error",
      "model M { a: Int }\nevent E sends M to Bank"),
    .message(
      "model M { a: ⟦Sting⟧ }\nevent E sends M to Bank", "unknown-name",
      "model M { a: String }\nevent E sends M to Bank"),
    .message(
      "⟦struct⟧ M { a: Int }\nevent E sends M to Bank", "foreign-spelling",
      "model M { a: Int }\nevent E sends M to Bank"),
    .message(
      "⟦interface⟧ M { a: Int }\nevent E sends M to Bank", "foreign-spelling",
      "model M { a: Int }\nevent E sends M to Bank"),
    .message(
      "⟦modle⟧ M { a: Int }\nevent E sends M to Bank", "syntax-error",
      "model M { a: Int }\nevent E sends M to Bank"),
    .message(
      "enum Reason { ⟦case⟧ done, left }\nevent E sends Reason to Bank", "foreign-spelling",
      "enum Reason { done, left }\nevent E sends Reason to Bank"),
    .message(
      "model M { a: Int⟦;⟧ }\nevent E sends M to Bank", "foreign-spelling",
      "model M { a: Int }\nevent E sends M to Bank"),
    .file(
      "⟦func⟧ track(a: String)\nchain C { when isX perform track(a: path) allow }\nflag isX\n",
      "foreign-spelling",
      "action track(a: String)\nchain C { when isX perform track(a: path) allow }\nflag isX\n"),
    .file(
      "screen A ⟦{⟧ id: String }\nchain C { when path == \"/\" present A(id: host) allow }\n",
      "foreign-spelling",
      "screen A ( id: String )\nchain C { when path == \"/\" present A(id: host) allow }\n"),
    .file(
      "action a()⟦:⟧ Bool\nchain C { when path == \"/\" attempt a allow }\n",
      "foreign-spelling",
      "action a() -> Bool\nchain C { when path == \"/\" attempt a allow }\n"),
    .file(
      "action a() -> ⟦Boolean⟧\nchain C { when path == \"/\" attempt a allow }\n",
      "foreign-spelling",
      "action a() -> Bool\nchain C { when path == \"/\" attempt a allow }\n"),
    .file(
      "⟦scren⟧ A\nchain C { when path == \"/\" present A allow }\n", "syntax-error",
      "screen A\nchain C { when path == \"/\" present A allow }\n"),
    .file(
      "⟦chian⟧ Default { otherwise allow }\nconfiguration Default { chain Default }\n",
      "syntax-error",
      "chain Default { otherwise allow }\nconfiguration Default { chain Default }\n"),
    .file(
      "screen A(id⟦⟧ String)\nchain C { when path == \"/\" present A(id: host) allow }\n",
      "syntax-error",
      "screen A(id: String)\nchain C { when path == \"/\" present A(id: host) allow }\n"),
  ]

  /// Mistakes in clauses of messages.
  private static let messages: [Slip] = [
    .message(
      "strategy S ⟦recieves⟧ Item from Bank", "syntax-error",
      "strategy S receives Item from Bank"),
    .message(
      "strategy S ⟦sends⟧ Item from Bank", "foreign-spelling",
      "strategy S receives Item from Bank"),
    .message("event E ⟦receives⟧ Item to Bank", "foreign-spelling", "event E sends Item to Bank"),
    .message(
      "call C sends Item ⟦returns⟧ Int to Bank", "foreign-spelling",
      "call C sends Item replies Int to Bank"),
    .message(
      "call C sends Item ⟦->⟧ Int to Bank", "foreign-spelling",
      "call C sends Item replies Int to Bank"),
    .message(
      "strategy S from Bank ⟦receives⟧ Item", "syntax-error",
      "strategy S receives Item from Bank"),
    .message(
      "strategy S receives Item ⟦for⟧ Bank", "foreign-spelling",
      "strategy S receives Item from Bank"),
    .message(
      "strategy S receives ⟦Itm⟧ from Bank", "unknown-name",
      "strategy S receives Item from Bank"),
    .message(
      "strategy S receives Item from ⟦Bnak⟧", "unknown-name",
      "strategy S receives Item from Bank"),
    .message(
      "strategy S receives Item replies ⟦Array<Int>⟧ from Bank", "foreign-spelling",
      "strategy S receives Item replies [Int] from Bank"),
    .message("event E ⟦send⟧ Item to Bank", "syntax-error", "event E sends Item to Bank"),
  ]

  /// Mistakes that concern whole files.
  private static let files: [Slip] = [
    .file("chain C { otherwise allow }\n⟦}⟧\n", "syntax-error", "chain C { otherwise allow }\n\n"),
    .file(
      "⟦/*⟧ our rules\nchain C { use H otherwise allow }\nhandler H { when isX cancel }\n",
      "unterminated-comment"),
    .file(
      "chain C {\n⟦<<<<<<<⟧ HEAD\n  use H\n=======\n  use K\n>>>>>>> other\n  otherwise allow\n}\n",
      "merge-conflict"),
    .file("chain C ⟦{⟧\n  when path == \"/a\" cancel\n  otherwise allow\n", "unclosed-bracket"),
    .file(
      "origin O = \"https://a.com⟦/⟧\"\nstrategy S from O\n", "invalid-origin",
      "origin O = \"https://a.com\"\nstrategy S from O\n"),
    .file(
      "origin O = \"⟦a.com⟧\"\nstrategy S from O\n", "invalid-origin",
      "origin O = \"https://a.com\"\nstrategy S from O\n"),
    .file(
      "chain C { otherwise allow }\nconfiguration D { ⟦chian⟧ C }\n", "syntax-error",
      "chain C { otherwise allow }\nconfiguration D { chain C }\n"),
    .file(
      "chain C { otherwise allow }\nconfiguration D { chain⟦:⟧ C }\n", "foreign-spelling",
      "chain C { otherwise allow }\nconfiguration D { chain C }\n"),
    .file("chain C { otherwise allow }\nconfiguration D { chain ⟦Dfault⟧ }\n", "unknown-name"),
  ]

  /// Literals that match other requests than they seem to.
  private static let literals: [Slip] = [
    .condition(
      "path == ⟦\"/t?tab=1\"⟧", "suspicious-literal", "path == \"/t\" && query.tab == \"1\""),
    .condition(
      "path == ⟦\"/a#top\"⟧", "suspicious-literal",
      "path == \"/a\" && fragment == \"top\""),
    .condition(
      "path like ⟦\"/search?q=*\"⟧", "suspicious-literal",
      "path == \"/search\" && exists query.q"),
    .condition(
      "!(path == ⟦\"/t?a=1\"⟧)", "suspicious-literal",
      "!(path == \"/t\" && query.a == \"1\")"),
    .condition("path == ⟦\"/my%20page\"⟧", "suspicious-literal", "path == \"/my page\""),
    .condition("query.q == ⟦\"a%26b\"⟧", "suspicious-literal", "query.q == \"a&b\""),
    .condition(
      "path like ⟦\"/accounts/:id\"⟧", "suspicious-literal",
      "path like \"/accounts/{id}\""),
    .condition(
      "path like ⟦\"/accounts/<id>\"⟧", "suspicious-literal",
      "path like \"/accounts/{id}\""),
    .condition(
      "path like ⟦\"/accounts/[id]\"⟧", "suspicious-literal",
      "path like \"/accounts/{id}\""),
    .condition(
      "path == ⟦\"/accounts/:id\"⟧", "suspicious-literal",
      "path like \"/accounts/{id}\""),
    .condition("path == ⟦\"/orders/{id}\"⟧", "suspicious-literal", "path like \"/orders/{id}\""),
    .condition("path == ⟦\"/static/**\"⟧", "suspicious-literal", "path like \"/static/**\""),
    .condition(
      "path hasPrefix ⟦\"/static/*\"⟧", "suspicious-literal",
      "path hasPrefix \"/static/\""),
    .condition("path[1] == ⟦\"a*\"⟧", "suspicious-literal", "path[1] like \"a*\""),
    .condition(
      "host == ⟦\"*.bank.example\"⟧", "suspicious-literal", "host like \"*.bank.example\""),
    .condition("host in [⟦\"*.bank.example\"⟧, \"a.com\"]", "suspicious-literal"),
    .condition("fragment == ⟦\"#top\"⟧", "suspicious-literal", "fragment == \"top\""),
    .condition(
      "host hasSuffix ⟦\"bank.example\"⟧", "suspicious-literal",
      "(host == \"bank.example\" || host hasSuffix \".bank.example\")"),
    .condition(
      "host matches ⟦/www.bank.example/⟧", "suspicious-literal",
      "host matches /www\\.bank\\.example/"),
    .line(
      "when path like \"/accounts/:id\" present Product(id: id) allow".marked(
        "path like \"/accounts/:id\""),
      "foreign-spelling", "when path like \"/accounts/{id}\" present Product(id: id) allow"),
    .line(
      "when path == \"/orders/{id}\" present Product(id: id) allow".marked(
        "path == \"/orders/{id}\""),
      "foreign-spelling", "when path like \"/orders/{id}\" present Product(id: id) allow"),
    .condition("path == \"/a⟦\u{202E}⟧b\"", "hidden-character", "path == \"/ab\""),
    .line("// a⟦\u{200B}⟧b", "hidden-character", "// ab"),
    .file("origin O = ⟦\"https://*.co.uk\"⟧\nstrategy S from O\n", "broad-origin"),
    .file("origin O = ⟦\"https://**\"⟧\nstrategy S from O\n", "broad-origin"),
    .file("origin O = ⟦\"https://*.github.io\"⟧\nstrategy S from O\n", "broad-origin"),
  ]
}

extension String {
  /// Returns the text with `⟦⟧` around the part.
  fileprivate func marked(_ part: String) -> String { replacing(part, with: "⟦\(part)⟧") }
}
