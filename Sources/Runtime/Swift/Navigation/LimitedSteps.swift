//: output BasculeRequest
//: needs NavigationRequest RefusedStep StepLimits

extension NavigationRequest {
  /// Returns false if the pages of the web view have triggered this step too often.
  @_spi(Generated) public func hasRoom(for verb: RefusedStep.Verb) -> Bool {
    guard let limits else { return true }
    let isClick =
      navigation == .linkActivated || navigation == .formSubmitted
      || navigation == .formResubmitted
    switch limits.takes(leavingApp: verb == .open, isClick: isClick) {
    case .performed: return true
    case .refused:
      trace?.refuse(verb, url, .tooOften)
      return false
    case .refusedAgain: return false
    }
  }
}
