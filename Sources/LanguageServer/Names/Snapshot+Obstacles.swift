import Diagnostics
import Requests
import Semantics
import Syntax
import Text
import Workspace

/// The errors that prevent an answer about a chain.
extension Snapshot {
  /// Returns the error that keeps the chain from being evaluated; nil if it can be evaluated, or if there is no such
  /// chain.
  ///
  /// It is the first error in the chain or in a declaration that the chain uses, or otherwise the first error of the
  /// set.
  func obstacle(_ chain: ChainName) -> Finding? {
    guard let first = errors.first else { return nil }
    if !loaded.chainNames.contains(chain) {
      let isLost = trees.contains { $0.lost.contains(chain.name) }
      return isLost || !unread.isEmpty ? first : nil
    }
    guard loaded.isBroken(chain) else { return nil }
    let key = NameKey.chain(chain.name, isResponses: chain.kind == .responses)
    var open = names.places(key)
    var seen = Set(open.map { $0.location })
    var next = 0
    while next < open.count {
      let place = open[next]
      let span = place.declaration.span
      if let error = error(in: place.file, span) { return error }
      for reference in references(place.file).references(in: span) {
        for other in definitions(of: reference, in: place.file)
        where seen.insert(other.location).inserted {
          open.append(other)
        }
      }
      next += 1
    }
    return errors.first { unread.contains($0.location.file) } ?? first
  }

  /// Returns the first error in a part of a file.
  func error(in file: Int, _ span: Span) -> Finding? {
    errors.first {
      $0.location.file == FileID(file) && span.start <= $0.location.span.start
        && $0.location.span.start <= span.end
    }
  }

  /// Returns the error as text, for example `` store.bascule:6:40: unknown screen `Shopp` ``.
  func text(of error: Finding) -> String {
    let file = Int(error.location.file.index)
    let position = map(file).lines.position(at: error.location.span.start)
    return "\(shownName(files[file])):\(position.line):\(position.column): \(error.message)"
  }

  /// Returns the reason for which there is no answer about the chain.
  func refusal(_ chain: ChainName, _ error: Finding) -> ResponseError {
    ResponseError(
      .requestFailed,
      "`\(chain.argument)` cannot be evaluated because of an error: \(text(of: error))")
  }
}
