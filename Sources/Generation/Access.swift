/// Access level of the generated Swift declarations.
package enum Access: String, Sendable, CaseIterable {
  case `public`, `package`, `internal`
}
