/// Two rules of a chain that match some of the same requests and treat them differently.
package struct OrderDependence: Sendable {
  /// Index into the chain's entries of the rule that comes first, and so decides.
  package var earlier: Int
  package var later: Int
  package var witness: Witness
}
