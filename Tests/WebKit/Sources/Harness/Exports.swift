@_exported import EngineEvents

#if canImport(AppleEngine)
  @_exported import AppleEngine
#endif
