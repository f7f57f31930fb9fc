// Regular languages as hash-consed expressions and their derivatives
// ==================================================================
//
// A *language* is a set of byte strings, given by a regular expression with intersection and complement in
// addition to the usual operations:
//
//     L ::= ∅ | ε | [bytes] | L·L | L∪L | L∩L | ¬L | L{m,n} | f⁻¹L | C▹S:L
//
// where `f` is a function on texts that is evaluated byte by byte (`TextFunction`: the decoding of escapes),
// and `f⁻¹L` are the texts that it maps to members of `L`. `C▹S:L`, with `L ⊆ S`, are the texts whose longest
// suffix in `S` after only bytes of `C` is in `L`: a lazy wildcard over `C`, followed by `S`.
//
// Text is UTF-8, so a class of Unicode scalars is an alternation of short byte sequences. A language built
// from classes contains only UTF-8, but a complement contains other byte strings too: intersect it with
// `LanguageStore.text`.
//
// The naive way is to build a nondeterministic automaton, and to determinize it for every ∩ and ¬. That
// builds the whole automaton of every part first, and each determinization may be exponential, although most
// questions visit few states.
//
// The *derivative* of a language by a byte `b` is the set of texts that may follow `b` in it:
// `b⁻¹L = { w | bw ∈ L }`. It is an expression too, computed part by part:
//
//     b⁻¹(L∪M) = b⁻¹L ∪ b⁻¹M     b⁻¹(L∩M) = b⁻¹L ∩ b⁻¹M     b⁻¹(¬L) = ¬b⁻¹L
//     b⁻¹(L·M) = (b⁻¹L)·M ∪ (ε∈L ? b⁻¹M : ∅)
//     b⁻¹(L{m,n}) = (b⁻¹L)·L{m-1,n-1}
//     b⁻¹(f⁻¹L) = f⁻¹(w⁻¹L)    if `f` maps `b` to `w`; if that depends on the bytes after `b`, the union of
//                              all cases, which `f` computes
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
// The shortest member is `/aa` (the first byte that is not `x`, letters first). Three states were created.
//
// Why it is quick:
//
// 1. *Hash-consing.* Equal expressions are one node, so the facts about a node (its derivatives, its
//    shortest member) are computed once for all questions.
// 2. *Normal form.* Unions and intersections are flat, sorted and without repetitions, ∅ and everything
//    are absorbed, products nest to the right, and bytes in a row are one node (`Word`). By Brzozowski's
//    theorem an expression then has finitely many derivatives, and so has `f⁻¹L`, since `f` looks ahead
//    only a few bytes; so every search terminates.
// 3. *Rows.* All derivatives of a node are computed at once as disjoint ranges of bytes, each with its
//    target; bytes that no part distinguishes share a range, and bytes that lead to ∅ are omitted.
//
// Why it is sound: the equations above are identities of languages, and so are the rewritings of the normal
// form. A breadth-first search that reaches a state with ε has read a shortest member; one that runs out of
// states has visited every derivative, which proves that the language is empty.
//
// The store counts the edges that are created or followed as steps. Computing the derivatives of one node
// takes polynomial time in its size, so it has no limit; a search over states has a `StepLimit` and throws
// `OutOfSteps` beyond it. The count depends on the questions alone, never on time.

/// A regular language over bytes, by its index in a `LanguageStore`.
///
/// Equal values are equal languages. Equal languages may have different values; `isEquivalent` compares them.
package struct Language: Hashable, Sendable, Comparable {
  @usableFromInline let index: Int32

  init(_ index: Int) { self.index = Int32(index) }

  package static let empty = Language(0)
  /// The language of the empty string alone.
  package static let epsilon = Language(1)
  /// The language of all byte strings, valid UTF-8 or not.
  package static let everything = Language(2)

  @inlinable package var isEmpty: Bool { index == 0 }
  @inlinable package var isEverything: Bool { index == 2 }

  package static func < (one: Language, other: Language) -> Bool { one.index < other.index }
}
