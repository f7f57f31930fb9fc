/// Words of the language that names of some kinds cannot take.
package enum LanguageWords {
  /// The values of the request: a flag, screen, action or capture of that name would hide one.
  package static let requestValues = Resolver.requestValues
}
