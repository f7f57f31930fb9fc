import Syntax

extension LayoutBuilder {
  mutating func file() throws(ParserMismatch) -> LayoutPrinter {
    while current.kind != .end {
      try declaration()
      flush()
    }
    gap(.item(Layout.root, blanks: 0), atEnd: true)
    flush()
    printer.finish()
    return printer
  }

  private mutating func flush() {
    layout.measure()
    printer.print(layout)
    layout.removeAll()
    innerForces = 0
  }
}
