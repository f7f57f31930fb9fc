extension String {
  /// The text, or its start if it is too long to be shown beside a rule.
  var shortened: String { count > 120 ? prefix(119) + "…" : self }
}
