#if hasFeature(Embedded)
  nonisolated(unsafe) private let core = BrowserCore()
  nonisolated(unsafe) private var request = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  nonisolated(unsafe) private var answer = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  /// The address at which a page writes its next request.
  @_expose(wasm, "bascule_reserve")
  @_cdecl("bascule_reserve")
  public func reserve(_ count: Int32) -> UnsafeMutableRawPointer? {
    request.deallocate()
    request = .allocate(byteCount: max(Int(count), 1), alignment: 16)
    return request.baseAddress
  }

  /// Answers the request with the number of bytes.
  ///
  /// - Returns: the address of the answer, until the next call: its length in four bytes, then UTF-8.
  @_expose(wasm, "bascule_call")
  @_cdecl("bascule_call")
  public func call(_ count: Int32) -> UnsafeMutableRawPointer? {
    let bytes = core.call(Array(request.prefix(max(Int(count), 0))))
    request.deallocate()
    request = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    answer.deallocate()
    answer = .allocate(byteCount: 4 + bytes.count, alignment: 16)
    answer.storeBytes(of: UInt32(bytes.count).littleEndian, as: UInt32.self)
    UnsafeMutableRawBufferPointer(rebasing: answer[4...]).copyBytes(from: bytes)
    return answer.baseAddress
  }
#endif
