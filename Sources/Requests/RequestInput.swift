/// A value of a request that is no part of its URL. Tests set it by `with`, and traces by an option.
///
/// This file is the table of the inputs. A new input needs a case, its kind and row, and a line in `named`.
package enum RequestInput: Hashable, Sendable {
  case frame
  case navigation
  case method
  /// A header of the request or response, by its name in lower case.
  case header(ExactString)
  case download
  /// The HTTP status of a response.
  case status
  /// The MIME type of a response, in lower case and without parameters.
  case mime
  /// True if WebKit can show a response.
  case displayable
  /// The name of the file that a download of a response would have.
  case filename
  /// The URL of the current page.
  case page
  /// The URL of the main document that contains the frame of the request.
  case document
  /// The frame of the page that makes the request; missing if WebKit names none.
  case source
  /// The origin of the page that makes the request, as a URL.
  case sourceOrigin
  /// A flag of the app.
  case flag(ExactString)
  /// A value that the app gives.
  indirect case value(AppValueKey)
}

// MARK: - The table

extension RequestInput {
  /// The inputs without flags and values of the app, which rules declare. Headers have an empty name.
  package static let named: [RequestInput] = [
    .frame, .navigation, .method, .header(""), .download, .status, .mime, .displayable, .filename,
    .page, .document, .source, .sourceOrigin,
  ]

  /// Returns true if chains of the kind have the input.
  package func exists(in kind: ChainKind) -> Bool {
    switch self {
    case .frame, .header, .page, .flag, .value: true
    case .navigation, .method, .download, .document, .source, .sourceOrigin: kind == .requests
    case .status, .mime, .displayable, .filename: kind == .responses
    }
  }

  /// Returns the input with the argument; inputs without arguments stay the same.
  func with(_ argument: ValueArgument) -> RequestInput {
    switch self {
    case .header: .header(ExactString(argument.key.string.lowercased()))
    case .frame, .navigation, .method, .download, .status, .mime, .displayable, .filename, .page,
      .document, .source, .sourceOrigin, .flag, .value:
      self
    }
  }

  /// The type and the domain of the input.
  package var kind: ValueKind {
    switch self {
    case .frame: ValueKind(.choice(.frame), isAlwaysPresent: true)
    case .navigation: ValueKind(.choice(.navigation), isAlwaysPresent: true)
    case .method: ValueKind(.string, .method, isAlwaysPresent: true)
    case .header: ValueKind(.string)
    case .status: ValueKind(.int, .status)
    case .mime: ValueKind(.string, .mime)
    case .filename: ValueKind(.string)
    case .page, .document, .sourceOrigin: ValueKind(.url)
    case .source: ValueKind(.choice(.source))
    case .download, .displayable, .flag: ValueKind(.bool, isAlwaysPresent: true)
    case .value(let key): key.kind
    }
  }

  /// The name and the documentation of the input.
  package var row: InputRow {
    switch self {
    case .frame:
      InputRow(
        "frame", default: .choice(.frame(.main)),
        "The frame in which the URL would open: `main`, `sub`, or `new` for `target=_blank`; never `new` in `responses`.",
        option: "The frame in which the URL opens; main by default.")
    case .navigation:
      InputRow(
        "navigation", default: .choice(.navigation(.other)),
        "The reason why the page wants to open the URL.",
        option: "The kind of navigation; other by default.")
    case .method:
      InputRow(
        "method", default: .string("GET"), "The HTTP method in upper case.",
        option: "The HTTP method; GET by default.")
    case .header(let name):
      InputRow(
        "header", argument: .key(name, isMember: false), default: nil,
        "`header[\"Name\"]`: a header of the request, its name in any case; in `responses`, of the response.",
        option: "A header of the request or response.")
    case .download:
      InputRow(
        "download", default: .bool(false), "True if the page requests a download.",
        option: "The request is a download.")
    case .status:
      InputRow(
        "status", default: nil, "The HTTP status of the response; missing if it is not HTTP.",
        option: "The HTTP status of a response; missing by default.")
    case .mime:
      InputRow(
        "mime", default: nil,
        "The MIME type of the response, in lower case and without parameters; missing if there is none.",
        option: "The MIME type of a response; missing by default.")
    case .displayable:
      InputRow(
        "displayable", default: .bool(true), "True if WebKit can show the response.",
        option: "Whether WebKit can show a response; true by default.")
    case .filename:
      InputRow(
        "filename", default: nil,
        "The file name that the response suggests, or that is derived from its URL; missing if there is none.",
        option: "The suggested file name of a response; missing by default.")
    case .page:
      InputRow(
        "page", default: nil, "The URL of the current page; missing before the first load.",
        option: "The URL of the current page.")
    case .document:
      InputRow(
        "document", default: nil,
        "The URL of the main document, in whose frames the request is made; missing if there is none.",
        option: "The URL of the main document; missing by default.")
    case .source:
      InputRow(
        "source", default: nil,
        "The frame whose page asks, `main` or `sub`; missing where WebKit names none.",
        option: "The frame whose page asks; missing by default.")
    case .sourceOrigin:
      InputRow(
        "source.origin", default: nil,
        "The origin of the page that asks, as a URL; missing without `source`, and for an opaque origin.",
        option: "The origin of the page that asks, with its frame; missing by default.")
    case .flag(let name):
      InputRow(name.string, default: .bool(false), "", option: "")
    case .value(let key):
      InputRow(key.name.string, default: key.defaultValue, "", option: "")
    }
  }

  /// Another input that each request with this input has, too; nil if there is none.
  package var required: RequestInput? {
    switch self {
    case .sourceOrigin: .source
    case .frame, .navigation, .method, .header, .download, .status, .mime, .displayable, .filename,
      .page, .document, .source, .flag, .value:
      nil
    }
  }

  /// The names that the value can have; empty if its type has no names.
  package var choices: [String] { if case .choice(let type) = kind.type { type.names } else { [] } }

  /// True if there is an input for each name, as for headers.
  package var hasKey: Bool {
    switch self {
    case .header, .flag: true
    case .frame, .navigation, .method, .download, .status, .mime, .displayable, .filename, .page,
      .document, .source, .sourceOrigin, .value:
      false
    }
  }

  /// The value in a request that the app makes by `load url`, in the main frame.
  package enum LoadedValue: Sendable {
    /// The value of the request for which the step runs.
    case same
    case fixed(RequestConstant?)
    /// A value that the web view or the app chooses.
    case unknown
  }

  package var loaded: LoadedValue {
    switch self {
    case .frame: .fixed(.choice(.frame(.main)))
    case .navigation: .fixed(.choice(.navigation(.other)))
    case .method: .fixed(.string("GET"))
    case .download: .fixed(.bool(false))
    case .header, .status, .mime, .displayable, .filename, .document, .source, .sourceOrigin:
      .unknown
    case .page, .flag, .value: .same
    }
  }

  /// Returns the stored form of the value: methods in upper case, MIME types in lower case and without
  /// parameters.
  func stored(_ value: RequestConstant) -> RequestConstant {
    switch (self, value) {
    case (.method, .string(let text)): .string(text.uppercased())
    case (.mime, .string(let text)):
      .string(text.lowercased().prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" })
    case (.frame, _), (.navigation, _), (.method, _), (.header, _), (.download, _), (.status, _),
      (.mime, _), (.displayable, _), (.filename, _), (.page, _), (.document, _), (.source, _),
      (.sourceOrigin, _), (.flag, _),
      (.value, _):
      value
    }
  }
}
