/// The setting `"links"` of a `bascule.json`.
enum LinksSetting {
  /// An example of a file with the setting, for the pages of the checks.
  static let example = """
    ```json
    {
      "links": {
        "file": "public/.well-known/apple-app-site-association",
        "app": "ABCDE12345.com.example.shop",
        "host": "shop.example",
        "chain": "Default"
      }
    }
    ```
    """
}
