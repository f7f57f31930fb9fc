// Regular languages as hash-consed expressions and their derivatives
// ==================================================================
//
// A *language* is a set of byte strings. Ours are given by regular expressions with intersection and
// complement beside the usual operations:
//
//     L ::= ∅ | ε | [bytes] | L·L | L∪L | L∩L | ¬L | L{m,n} | f⁻¹L | C▹S:L
//
// where `f` is a function on texts that is read byte by byte (`TextFunction`: the decoding of escapes),
// and `f⁻¹L` are the texts that it makes members of `L`; and `C▹S:L` are the texts of which the first
// end that is in `S`, behind nothing but bytes of `C`, is in `L`, a part of `S`: what a wildcard leaves
// that takes as little as it can.
//
// Text is UTF-8, so a class of Unicode scalars is an alternation of short byte sequences; no byte
// string that is not UTF-8 is ever in a language built from classes, but in a complement it is.
// Intersect with `LanguageStore.text` for questions about texts.
//
// The naive way is to make a nondeterministic automaton, determinize it for every ∩ and ¬, and ask the
// result. That builds the whole automaton of every part before the first question, and each
// determinization may double the exponent, though a question mostly looks at a few states.
//
// Instead the *derivative* of a language by a byte `b` is what may follow `b` in it:
// `b⁻¹L = { w | bw ∈ L }`. It is an expression again, found part by part:
//
//     b⁻¹(L∪M) = b⁻¹L ∪ b⁻¹M     b⁻¹(L∩M) = b⁻¹L ∩ b⁻¹M     b⁻¹(¬L) = ¬b⁻¹L
//     b⁻¹(L·M) = (b⁻¹L)·M ∪ (ε∈L ? b⁻¹M : ∅)
//     b⁻¹(L{m,n}) = (b⁻¹L)·L{m-1,n-1}
//     b⁻¹(f⁻¹L) = f⁻¹(w⁻¹L)    where `f` writes `w` for `b`; where that depends on what follows, what may
//                              follow in each case, as `f` says
//     b⁻¹(C▹S:L) = b⁻¹L ∪ (b∈C ? (C▹S:L) ∩ ¬b⁻¹S : ∅)
//
// So the expressions *are* the states of a deterministic automaton, the derivative is its step, and a
// state accepts when its expression holds ε. Nothing is built before it is visited.
//
// Traced: is there a text in `/a·¬(x·everything)` of more than two bytes? `L = /a·¬(x·Σ*) ∩ Σ{3,}`.
//
//     /⁻¹L = a·¬(x·Σ*) ∩ Σ{2,}           a⁻¹ of that = ¬(x·Σ*) ∩ Σ{1,}
//     then by x:  ¬Σ* ∩ Σ* = ∅,  by any other byte:  ¬∅ ∩ Σ* = Σ*, which holds ε.
//
// The shortest member is `/aa` (the first byte that is not `x`, letters first). Three states were made.
//
// What makes it quick:
//
// 1. *Hash-consing.* Equal expressions are one node, so what is known of a node (its derivatives, its
//    shortest member) is found out once, whichever question came first.
// 2. *Normal form.* Unions and intersections are flat, sorted and without repetitions, ∅ and everything
//    are absorbed, products nest to the right. By Brzozowski's theorem an expression then has finitely
//    many derivatives, and so has `f⁻¹L`, since `f` looks ahead a few bytes only; so every search ends.
// 3. *Rows.* All derivatives of a node are found at once as disjoint ranges of bytes, each with its
//    target; bytes that no part tells apart share a range, and bytes that lead to ∅ are left out.
//
// Why it is sound: the equations above are identities of languages, and so are the rewritings of the
// normal form. A breadth-first search that meets a state with ε has read a shortest member; one that
// runs out of states has seen every derivative and so proves that the language is empty.
//
// The store counts the edges that are made or walked as steps. Finding the derivatives of one node costs
// at most a polynomial in its size, so that never fails; a search over states takes a `StepLimit` and
// throws `OutOfSteps` past it. The count depends on the questions alone, never on time.

/// A regular language over bytes, by its place in a `LanguageStore`.
///
/// Equal values are equal languages. Equal languages may have different values; `isEquivalent` tells.
package struct Language: Hashable, Sendable, Comparable {
  let index: Int32

  init(_ index: Int) { self.index = Int32(index) }

  package static let empty = Language(0)
  /// The empty string alone.
  package static let epsilon = Language(1)
  /// Every byte string, UTF-8 or not.
  package static let everything = Language(2)

  package static func < (one: Language, other: Language) -> Bool { one.index < other.index }
}
