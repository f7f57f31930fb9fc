/// Two rules of a chain that take some of the same requests and do different things with them.
package struct OrderDependence: Sendable {
  /// Index into the chain's entries of the rule that comes first, and so decides.
  package var earlier: Int
  package var later: Int
  package var witness: Witness
}
