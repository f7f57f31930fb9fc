import Automata
import Requests

/// The encoded forms of queries with a given value for one key.
struct QueryForms {
  private let store: LanguageStore
  /// Returns the texts that decode to members of a language.
  private let preimage: (Language) -> Language
  /// The encoded forms of the key.
  private let name: Language
  /// The texts without `&`.
  private let item: Language
  /// The items with another key, and the empty item.
  private let other: Language

  /// Creates the forms for the key; nil if the part is no item of a query.
  init?(_ part: URLPart, _ languages: TextLanguages, _ preimages: PercentDecodingPreimage) {
    store = languages.store
    let key: ExactString
    switch part {
    case .queryItem(let name):
      key = name
      preimage = preimages.query
    case .rawQueryItem(let name):
      key = name
      preimage = preimages.fragment
    case .whole, .scheme, .host, .port, .path, .fragment, .writtenQuery, .writtenFragment, .opaque,
      .afterScheme, .writtenURL:
      return nil
    }
    item = languages.without(0x26)
    name = store.intersection([
      preimage(store.literal(key.string)), item,
      languages.without(0x3D),
    ])
    let own = store.concatenation(
      name, store.optional(store.concatenation(store.literal("="), item)))
    other = store.difference(item, store.difference(own, .epsilon))
  }

  /// The encoded queries that do not contain the key.
  var queriesWithout: Language {
    store.concatenation(store.repetition(store.concatenation(other, store.literal("&"))), other)
  }

  /// The encoded queries in which the first item with the key has a value of the language.
  func queries(having value: Language) -> Language {
    queries(writing: preimage(value), canLackValue: store.holdsEpsilon(value))
  }

  /// The encoded queries in which the first item with the key has a member of the language as its encoded value.
  ///
  /// - Parameter canLackValue: whether the item may consist of the key alone.
  func queries(writing value: Language, canLackValue: Bool) -> Language {
    let and = store.literal("&")
    let written = store.concatenation(
      store.literal("="), store.intersection([value, item]))
    let own = store.concatenation(name, canLackValue ? store.optional(written) : written)
    return store.concatenation([
      store.repetition(store.concatenation(other, and)), store.difference(own, .epsilon),
      store.optional(store.concatenation(and, .everything)),
    ])
  }
}
