/// The reason why the page wants to open a URL; the raw value is its name in the language.
package enum NavigationKind: String, CaseIterable, Hashable, Sendable {
  case linkActivated, formSubmitted, formResubmitted, backForward, reload, other

  fileprivate var documentation: String {
    switch self {
    case .linkActivated: "A link was tapped."
    case .formSubmitted: "A form was submitted."
    case .formResubmitted: "A form was submitted again."
    case .backForward: "The page moves in its history."
    case .reload: "The page loads again."
    case .other: "Any other reason, including scripts."
    }
  }
}

/// The frame in which the URL would open.
///
/// `new` means that there is no target frame (`target=_blank`, `window.open`). A response always has a frame, so
/// it is never `new`.
package enum FrameKind: String, CaseIterable, Hashable, Sendable {
  case main, sub, new

  /// Returns true if chains of the kind decide about requests of the frame.
  package func exists(in kind: ChainKind) -> Bool {
    switch self {
    case .main, .sub: true
    case .new: kind == .requests
    }
  }

  /// The frames that have a page, in the order of `allCases`.
  package static let sources: [FrameKind] = [.main, .sub]

  /// The position of the frame in `allCases`.
  package var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  fileprivate var documentation: String {
    switch self {
    case .main: "The main frame."
    case .sub: "A frame inside the page."
    case .new: "No frame yet: `target=_blank`, `window.open`."
    }
  }
}

/// The type of a value that is one of a few names.
package enum ChoiceType: Hashable, Sendable, CaseIterable {
  case navigation, frame
  /// The frame of the page that makes the request.
  case source

  /// The names, by position.
  package var names: [String] {
    switch self {
    case .navigation: NavigationKind.allCases.map { $0.rawValue }
    case .frame: FrameKind.allCases.map { $0.rawValue }
    case .source: FrameKind.sources.map { $0.rawValue }
    }
  }

  /// The positions of the values that can occur in chains of the kind.
  package func positions(in kind: ChainKind) -> [Int] {
    switch self {
    case .navigation, .source: Array(names.indices)
    case .frame: FrameKind.allCases.filter { $0.exists(in: kind) }.map { $0.position }
    }
  }

  /// A sentence about each name, in the order of the names.
  package var documentation: [String] {
    switch self {
    case .navigation: NavigationKind.allCases.map { $0.documentation }
    case .frame: FrameKind.allCases.map { $0.documentation }
    case .source: FrameKind.sources.map { $0.documentation }
    }
  }

  /// The type with its article, for messages.
  package var described: String {
    switch self {
    case .navigation: "a navigation type"
    case .frame, .source: "a frame"
    }
  }

  /// The form of a literal of the type.
  package var example: String {
    switch self {
    case .navigation: "a navigation type such as `linkActivated`"
    case .frame: "`main`, `sub` or `new`"
    case .source: "`main` or `sub`"
    }
  }
}

/// One name of a choice type.
package struct Choice: Hashable, Sendable {
  package let type: ChoiceType
  /// The index of the name among the names of the type.
  package let position: Int

  package init(_ type: ChoiceType, _ position: Int) {
    self.type = type
    self.position = position
  }

  /// Creates the choice with the name; nil if the type has no such name.
  package init?(_ type: ChoiceType, named name: String) {
    guard let position = type.names.firstIndex(of: name) else { return nil }
    self.init(type, position)
  }

  package static func navigation(_ kind: NavigationKind) -> Choice {
    Choice(.navigation, NavigationKind.allCases.firstIndex(of: kind) ?? 0)
  }

  package static func frame(_ kind: FrameKind) -> Choice {
    Choice(.frame, kind.position)
  }

  package var name: String { type.names[position] }
}
