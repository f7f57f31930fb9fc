import Diagnostics
import Text

/// The check `merge-conflict`.
enum MergeConflict {
  static func finding(_ middle: Location, _ end: Location, at location: Location) -> Finding {
    page.finding(
      "unresolved merge conflict", at: location, label: "the first version starts here",
      related: [
        .init("the second version starts here", at: middle),
        .init("the conflict ends here", at: end),
      ],
      help: "keep one version, or what is right of both, and delete the three markers")
  }

  static let page = Page(
    "merge-conflict", .error, "the markers of a merge conflict",
    """
    A merge or rebase has left both versions of some lines in the file, between `<<<<<<<`, `=======` and
    `>>>>>>>`. Until the conflict is resolved, nothing else is reported about the file.

    ```bascule wrong
    chain Default {
    <<<<<<< HEAD
      when path[1] == "shop" cancel
    =======
      when path[1] == "store" cancel
    >>>>>>> store
      otherwise allow
    }
    ```

    ```bascule right
    chain Default {
      when path[1] == "store" cancel
      otherwise allow
    }
    ```
    """)
}
