import Reachability
import Semantics
import Text

extension RuleEdits {
  /// Creates the edits between two versions of the files of a rule set.
  init(from old: [SourceFile], to new: [SourceFile], isUnchanged: @escaping (FileID) -> Bool) {
    self.init(isUnchanged: isUnchanged) { one, other in
      // Two rules are equal if their texts and the conditions of their blocks are.
      one.blocks.count == other.blocks.count
        && Self.bytes(one.location, old).elementsEqual(Self.bytes(other.location, new))
        && zip(one.blocks, other.blocks).allSatisfy { one, other in
          Self.bytes(one.head, old).elementsEqual(Self.bytes(other.head, new))
        }
    }
  }

  private static func bytes(_ location: Location, _ files: [SourceFile]) -> ArraySlice<UInt8> {
    files[Int(location.file.index)].bytes[Int(location.span.start)..<Int(location.span.end)]
  }
}
