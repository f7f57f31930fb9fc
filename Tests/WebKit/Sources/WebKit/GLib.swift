import CWebKitGTK

/// Returns a pointer to another class of the same object. In Swift, GObject's classes are unrelated.
func cast<From, To>(
  _ pointer: UnsafeMutablePointer<From>, to type: To.Type = To.self
) -> UnsafeMutablePointer<To> {
  UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: To.self)
}

func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }

/// Returns a copy of a text, and frees the original.
func taken(_ pointer: UnsafeMutablePointer<CChar>?) -> String? {
  guard let pointer else { return nil }
  defer { g_free(pointer) }
  return String(cString: pointer)
}

/// Connects a signal. `callback` is a C function of the signal's type.
func connect<Callback>(
  _ object: UnsafeMutableRawPointer, _ signal: String, _ data: UnsafeMutableRawPointer?,
  _ callback: Callback
) {
  g_signal_connect_data(
    object, signal, unsafeBitCast(callback, to: GCallback.self), data, nil,
    GConnectFlags(rawValue: 0))
}

/// Passes the argument of a GLib callback to the main actor, on whose thread it runs.
struct OnMain<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
