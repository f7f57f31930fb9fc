// UIKit is only imported, which distinguishes iOS from macOS.
