import AssociationFiles
import Diagnostics
import Text

extension AssociationFault {
  var finding: Finding {
    switch kind {
    case .invalid(let message, let help):
      InvalidAssociation.page.finding(
        message, at: location, label: "not read by the system", help: help)
    case .tooLarge(let size): LargeAssociation.finding(size, at: location)
    case .unknownKey(let key, let candidates):
      UnknownLinkKey.finding(key, candidates, at: location)
    case .invalidApp(let why): InvalidAppIdentifier.finding(why, at: location)
    case .unknownVariable(let name, let candidates):
      UnknownLinkVariable.finding(name, candidates, at: location)
    case .relativePath: RelativeLinkPath.finding(at: location)
    case .queryInPath: QueryInLinkPath.finding(at: location)
    case .optionalKey(let key): OptionalQueryKey.finding(key, at: location)
    case .olderForm(let message, let help):
      OlderLinkForm.page.finding(
        message, at: location, label: "for older systems", help: help)
    }
  }
}
