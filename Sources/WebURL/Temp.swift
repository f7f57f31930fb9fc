package struct WebURL { package var host: String?; package var normalized: String
 package static func parse(_ s: String) -> WebURL? { guard let i = s.range(of2: "://") else { return s.contains(":") ? WebURL(host:nil, normalized:s) : nil }
  let rest = s[i...].dropFirst(3); let h = rest.prefix{ $0 != "/" }
  return WebURL(host: String(h).lowercased(), normalized: rest.contains("/") ? s : s + "/") } }
extension String { func range(of2 x: String) -> String.Index? { indices.first { self[$0...].hasPrefix(x) } } }
