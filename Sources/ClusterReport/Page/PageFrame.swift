/// What every page begins and ends with.
enum PageFrame {
  /// Begins a page; nothing on it may ask anybody for anything.
  ///
  /// The policy names the one script and the one style by their digests, so that no other would
  /// run even if it came into the page.
  static func begin(_ title: String, _ page: inout Markup) {
    page.add("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    page.add("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
    page.add("base-uri 'none'; form-action 'none'; style-src 'sha256-")
    page.text(styleDigest)
    page.add("'; script-src 'sha256-")
    page.text(scriptDigest)
    page.add("'\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    page.add("<meta name=\"referrer\" content=\"no-referrer\">\n")
    page.element("<title>", title, "</title>\n<style>")
    page.add(PageStyle.text)
    page.add("</style>\n</head>\n<body>\n")
    page.add(patterns)
  }

  static func end(_ page: inout Markup) {
    page.add("<script>")
    page.add(PageScript.text)
    page.add("</script>\n</body>\n</html>\n")
  }

  private static let styleDigest = digest(of: PageStyle.text)
  private static let scriptDigest = digest(of: PageScript.text)

  private static func digest(of text: StaticString) -> String {
    Base64.encoded(SHA256.digest(text.withUTF8Buffer { Array($0) }))
  }

  /// What bands are filled with, for eyes that see no colours.
  private static let patterns: StaticString = """
    <svg class="defs" aria-hidden="true"><defs>
    <pattern id="pc" width="6" height="6" patternUnits="userSpaceOnUse">\
    <path class="pat" d="M0 6L6 0"/></pattern>
    <pattern id="ps" width="6" height="6" patternUnits="userSpaceOnUse">\
    <circle class="pat dot" cx="3" cy="3" r="1.4"/></pattern>
    <pattern id="pl" width="6" height="6" patternUnits="userSpaceOnUse">\
    <path class="pat" d="M0 3H6M3 0V6"/></pattern>
    </defs></svg>

    """
}
