package import Requests
package import Syntax
import Text

extension Resolver {
  /// Resolves the claims of the invariants.
  mutating func resolveInvariants() {
    var next = 0
    eachDeclaration(in: .invariants) { resolver, declaration in
      guard case .invariant(let syntax) = declaration else { return }
      resolver.enter(syntax.kind)
      defer { resolver.enter(.requests) }
      resolver.rules.invariants[next].chains = resolver.chains(of: syntax)
      resolver.rules.invariants[next].claims = syntax.claims.compactMap { resolver.claim($0) }
      next += 1
    }
  }

  private mutating func chains(of syntax: InvariantSyntax) -> [ID<Chain>] {
    if syntax.chains.isEmpty {
      return rules.chains.indices.filter { rules.chains[$0].kind == syntax.kind }.map { ID($0) }
    }
    var found: [ID<Chain>] = []
    for name in syntax.chains {
      guard let id = find(name, Noun(syntax.kind), in: { $0.chains(syntax.kind) }) else { continue }
      uses.chains.insert(id.index)
      if !found.contains(id) { found.append(id) }
    }
    return found
  }

  private mutating func claim(_ syntax: ClaimSyntax) -> Claim? {
    let act = act(syntax.act)
    var condition: Condition?
    if let written = syntax.condition {
      condition = conditionWithoutCaptures(written, "the condition", at(written.span))
      if condition == nil { return nil }
    }
    guard let act else { return nil }
    let form: Claim.Form =
      switch syntax.form {
      case .only: .only
      case .never: .never
      case .always: .always
      }
    return Claim(form: form, act: act, condition: condition, location: at(syntax.span))
  }

  /// Resolves the screen or action of an act. It does not count as used, since only rules use it.
  private mutating func act(_ syntax: ActSyntax) -> Act? {
    func isFound<E>(_ name: NameSyntax?, _ id: ID<E>?) -> Bool { name == nil || id != nil }
    switch syntax.kind {
    case .present(let name):
      let id = name.flatMap { find($0, .screen, in: { $0.screens }) }
      return isFound(name, id) ? .present(id) : nil
    case .push(let name):
      let id = name.flatMap { find($0, .screen, in: { $0.screens }) }
      return isFound(name, id) ? .push(id) : nil
    case .perform(let name):
      let id = name.flatMap { find($0, .action, in: { $0.actions }) }
      return isFound(name, id) ? .perform(id) : nil
    case .attempt(let name):
      let id = name.flatMap { find($0, .action, in: { $0.actions }) }
      return isFound(name, id) ? .attempt(id.map { .action($0) }) : nil
    case .attemptOpen(let url): return isURL(url, "attempt open") ? .attempt(.openURL) : nil
    case .open(let url): return isURL(url, "open") ? .openURL : nil
    case .load(let url): return isURL(url, "load") ? .loadURL : nil
    case .dismiss: return .dismiss
    case .allow: return .allow
    case .cancel: return .cancel
    case .download: return .download
    case .popup(let name):
      let id = name.flatMap { find($0, .configuration, in: { $0.configurations }) }
      return isFound(name, id) ? .popup(id) : nil
    }
  }
}

extension InvariantSyntax {
  package var kind: ChainKind { isResponses ? .responses : .requests }
}
