// Nothing of UIKit is used; that it can be imported tells iOS from macOS.
