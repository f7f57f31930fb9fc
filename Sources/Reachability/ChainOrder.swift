/// Two rules of a chain that match some common requests and treat them differently.
package struct OrderDependence: Sendable {
  /// The entry of the rule that comes first, and so decides.
  package var earlier: Int
  package var later: Int
  package var witness: Witness
}
