// Written by Tests/tools/embed_reference.py. Do not edit.

extension ReferenceTopic {
  /// The sections of the language reference, in the order of its pages.
  static let all: [ReferenceTopic] = [
    ReferenceTopic(
      name: "example", page: "language.md",
      text:
        #"""
        # Example

        ```bascule
        /// Our own pages. Only they may talk to native code.
        origin Store = "https://store.example", "https://*.store.example"

        /// Known only to the app while it runs.
        flag isSignedIn

        screen Product(id: Int)
        screen SignIn

        chain Default {
          when path like "/product/{id}" present Product(id: id) cancel
          when path == "/account" && !isSignedIn present SignIn cancel
          when scheme in ["tel", "mailto"] open url cancel
          otherwise allow
        }

        model CartItem { sku: String, quantity: Int = 1 }

        strategy AddToCart "addToCart" receives CartItem replies Int from Store
        event CartChanged "cartChanged" sends { count: Int } to Store

        configuration Default { chain Default  strategies AddToCart }

        test Default {
          "https://store.example/product/7" present Product(id: 7) cancel
          "https://store.example/account" present SignIn cancel
          "https://store.example/account" with isSignedIn allow
        }
        ```

        A page asks to open a URL. The chain tries its rules in order, and the first one that
        matches decides: it runs its steps (`present`, `open`) and ends in a decision (`cancel`,
        `allow`). A `strategy` is a message from the page to the app, an `event` a message from
        the app to the page. A `configuration` is a kind of web view with all of this.
        """#),
    ReferenceTopic(
      name: "files", page: "language.md",
      text:
        #"""
        # Files

        - A rule set is all `.bascule` files below a folder. A folder below it with a
          `bascule.json` is a rule set of its own. Files given one by one are one set.
          `bascule explain invalid-configuration` lists the keys of `bascule.json`:
          `{ "swift": { "output": "../App/Generated" }, "typescript": { "output": "../web/app.ts" } }`
        - Every declaration is visible in every file of its set. There are no imports, and the
          order of declarations has no meaning. Only the rules in a chain, `responses`, handler
          or block are in order.
        - Files are UTF-8, with any line ends: rule files, scripts and rule lists with CRLF or
          with a byte order mark mean the same, and generate the same bytes. `// comment`,
          `/* comment */` (these nest).
        - `///` documents the next declaration, field, case or rule. The text appears in the
          generated Swift and TypeScript and in the editor.
        - Fields, cases and entries of lists are separated by a comma or a line end; a comma at
          the end is allowed. Elsewhere white space has no meaning. `bascule format` writes the
          one style.
        - Names are ASCII letters, digits and `_`. No word is reserved, but a flag, value,
          screen or action cannot have the name of a value of the request (`host`), and names of
          the generated code are refused (`reserved-name`, `name-collision`). A type named like
          one of SwiftUI, such as `Text`, is a note (`framework-name`). A screen and an origin
          can have the same name. One name only: a handler and a chain; a flag, a value and a
          named condition; a model, an enum and a union; an event and a call.
        """#),
    ReferenceTopic(
      name: "literals", page: "language.md",
      text:
        #"""
        # Literals

        literal           example                  notes
        ----------------  -----------------------  -------------------------------------------------------
        text              `"a \"quoted\" text\n"`  escapes: `\"` `\\` `\n` `\r` `\t` `\0` `\u{1F600}`; on
                                                   one line
        long text         `"""` … `"""`            several lines, no escapes; the indentation of the
                                                   closing quotes is removed
        integer           `8080`, `-1`             64 bits
        decimal           `0.8`, `1.5e3`           for `Double` only; an integer is a `Double` too
        Boolean           `true`, `false`
        list              `["tel", "mailto"]`
        empty dictionary  `[:]`                    as a default
        case              `relevance`              the name of a case of an enum, or of `frame`, `source`
                                                   and `navigation`

        A URL is written as a text. Literals are not converted: `port == "80"` is an error.
        """#),
    ReferenceTopic(
      name: "origins", page: "language.md",
      text:
        #"""
        # Origins

        An origin is a set of pages, by scheme, host and port. It says which pages may send
        messages (`bascule help strategies`), get events and calls, and run scripts; a rule
        tests it by `url in Store`.

        ```bascule
        value server: URL?

        origin Store = "https://store.example", "https://*.store.example"
        origin Local = "http://localhost:8080"
        /// The scheme, host and port of a URL that the app gives.
        origin Home = server
        ```

        text                        pages
        --------------------------  ----------------------------------------------------------------------
        `https://store.example`     of exactly this host, at the default port
        `https://*.store.example`   one more label: `www.store.example`, not `store.example` and not
                                    `a.b.store.example`
        `https://**.store.example`  one or more labels
        `http://localhost:8080`     this port
        `file://`                   all files, such as the pages in the app's bundle

        An origin has no path, since all pages of an origin can script each other. `http:`
        (`insecure-origin`) and hosts that anyone can own (`broad-origin`) are reported.

        ```bascule wrong broad-origin
        origin Store = "https://*.co.uk"
        ```

        ```bascule wrong invalid-origin
        origin Store = "https://store.example/shop"
        ```
        """#),
    ReferenceTopic(
      name: "flags", page: "language.md",
      text:
        #"""
        # Flags

        A flag is a fact that only the app knows while it runs. The generated protocol
        `NavigationEnvironment` has a `Bool` property for it. It is read at most once for a
        decision, and only if a rule needs it.

        ```bascule
        flag isSignedIn

        chain Default {
          when !isSignedIn && path == "/account" cancel
          otherwise allow
        }
        ```
        """#),
    ReferenceTopic(
      name: "values", page: "language.md",
      text:
        #"""
        # Values

        A value is a text, number, URL or list that only the app knows: `String`, `Int` and
        `URL`, each also with `?`, `[String]` and `[URL]`. Values of the app
        (Sources/Documentation/values-of-the-app.md) shows the operators for each type.

        ```bascule
        value server: URL
        value blockedHosts: [String]

        chain Default {
          when host in blockedHosts cancel
          when host == server.host allow
          otherwise open url cancel // bascule:ignore unsafe-open -- the app refuses such URLs
        }
        ```
        """#),
    ReferenceTopic(
      name: "screens", page: "language.md",
      text:
        #"""
        # Screens

        A `screen` is a native screen that rules `present` or `push`. An `action` is any other
        function of the app, for `perform`. An action with `-> Bool` can be asked by `attempt`:
        it returns false if it does not handle the URL.

        ```bascule
        enum Order { relevance, price = "price_asc" }

        screen Search(term: String, page: Int = 1, order: Order?)
        screen SignIn
        action selectTab(index: Int)
        action openDeepLink(url: URL) -> Bool
        /// It may show an alert first; the page waits.
        action confirmLeaving(host: String) async -> Bool
        ```

        Parameters are `String`, `Int`, `Double`, `Bool`, `URL` or an enum, optional (`T?`) or
        with a default. In Swift, screens are cases of `Screen`, and each action is a method of
        `NavigationEnvironment`.
        """#),
    ReferenceTopic(
      name: "scripts", page: "language.md",
      text:
        #"""
        # Scripts

        Only declared scripts run in pages. The text is in the rule file or in a JavaScript file
        in the folder of the set.

        ```bascule
        origin Store = "https://store.example"

        script DisableZoom at documentEnd frames main on Store """
          const meta = document.createElement("meta");
          meta.name = "viewport";
          meta.content = "width=device-width, initial-scale=1, user-scalable=no";
          document.head.appendChild(meta);
          """
        /// The app adds it: `configurator.add(script: .theme(name: "dark"))`.
        script Theme(name: String) at documentStart on Store """
          document.documentElement.dataset.theme = name;
          """

        configuration Default { scripts DisableZoom }
        ```

        clause            meaning                                    without it
        ----------------  -----------------------------------------  -------------------------------------
        `(name: Type)`    constants of the script, with values of
                          the app (more
                          (Sources/Documentation/web-views.md))
        `at`              `documentStart`, before the page's own     an error
                          scripts, or `documentEnd`, after the
                          document is parsed; images may still be
                          loading
        `frames`          `main`, or `all` with the frames in the    `main`
                          page
        `on`              the origins in whose pages it runs         all pages; reported as `any-origin`
        `world app`       apart from the scripts of the page:        beside them, in a function of its own
                          neither side sees the other's variables
        `from "zoom.js"`  the file, relative to the folder of the
                          rule set
        """#),
    ReferenceTopic(
      name: "configurations", page: "language.md",
      text:
        #"""
        # Configurations

        A configuration is a kind of web view. The app makes one by
        `factory.make(for: .default)` (put it into an app
        (Sources/Documentation/put-it-into-an-app.md)).

        ```bascule
        chain Default { otherwise allow }
        chain Payment { otherwise cancel }
        strategy Page receives String
        strategy Close

        configuration Default {
          chain Default
          strategies Page
          title native
        }
        configuration Checkout extends Default {
          chain Payment
          strategies Close
          title web
          dataStore ephemeral
        }
        ```

        setting                   meaning
        ------------------------  ------------------------------------------------------------------------
        `chain`, `responses`      the rules for requests and for responses; without them all are allowed
        `strategies`, `channels`  the messages that its pages may send
        `scripts`                 the scripts that run in its pages
        `title`                   the title is that of the page (`web`) or of the app (`native`); without
                                  it the app reads nil
        all others                settings of WebKit: see the table (Sources/Documentation/web-views.md)

        `extends` takes over all settings of another configuration: lists add up (`Checkout` has
        `Page` and `Close`), every other setting is replaced. Each setting is given once.
        """#),
    ReferenceTopic(
      name: "attributes", page: "language.md",
      text:
        #"""
        # Attributes

        `@deprecated("why")` before a declaration, field or case marks it as deprecated in Swift
        and TypeScript.

        ```bascule
        @deprecated("send `Cart`")
        strategy LegacyCart "addToCart" receives JSON
        ```
        """#),
    ReferenceTopic(
      name: "chains", page: "rules.md",
      text:
        #"""
        # Chains

        A chain decides about the requests of a kind of web view. Its rules are tried in order;
        the first one that matches decides. If none matches, the request is allowed.

        ```bascule
        chain Default {
          when path == "/old" cancel
          otherwise allow
        }

        configuration Default { chain Default }
        ```

        A chain looks at requests for the main frame and for new windows. Requests of frames
        inside the page are allowed without it, unless the chain begins with a line `frames`.
        Pages that the app itself loads, redirects, reloads and the way back are requests too:
        `navigation == linkActivated` tests for a link that was followed.

        line                the chain decides about
        ------------------  --------------------------------------------
        none                `main` and `new`
        `frames main, sub`  the frames in the list: `main`, `sub`, `new`
        `frames all`        every request

        ```bascule wrong unreachable-rule
        chain Default {
          when frame == sub && scheme == "http" cancel
          otherwise allow
        }
        ```
        """#),
    ReferenceTopic(
      name: "handlers", page: "rules.md",
      text:
        #"""
        # Handlers

        A handler is a group of rules for several chains. `use` puts its rules in that place.

        ```bascule
        screen Verify

        handler Links {
          when scheme in ["tel", "mailto"] open url cancel
        }

        chain Default {
          use Links
          otherwise allow
        }
        chain Payment {
          when path == "/verify" present Verify cancel
          use Default
          otherwise cancel
        }
        ```

        - A handler has no `otherwise`: a request that none of its rules decides goes on to the
          chain's rule after the `use`, also after an `attempt` that failed.
        - A chain can `use` a chain: its rules without its own `otherwise` and its line
          `frames`.
        - `responses` can use a handler whose rules test only values that responses have.
        - Handlers that use each other in a cycle are an error (`use-cycle`).
        """#),
    ReferenceTopic(
      name: "rules", page: "rules.md",
      text:
        #"""
        # Rules

        A rule is `when`, a condition, any number of steps, and one decision. `otherwise`
        instead of `when` matches every request and comes last.

        ```bascule
        when path[1] == "product" present Product(id: path[2]) cancel
        when isHomePage && path == "/" perform track(name: "home") perform selectTab(index: 0) cancel
        otherwise allow
        ```

        The decision is required and comes last, so that a request is decided exactly once:

        ```bascule wrong missing-decision
        when path[1] == "product" present Product(id: path[2])
        otherwise allow
        ```

        ```bascule wrong step-after-decision
        when path[1] == "product" cancel present Product(id: path[2])
        otherwise allow
        ```
        """#),
    ReferenceTopic(
      name: "blocks", page: "rules.md",
      text:
        #"""
        # Blocks

        A block puts a condition before each of its rules. `otherwise` in a block matches all
        other requests of the block; a request that no rule of the block matches goes on after
        it.

        ```bascule
        when host == "store.example" {
          when path[1] == "product" present Product(id: path[2]) cancel
          when path[1] == "shop" present Shop(id: path[2]) cancel
          otherwise allow
        }
        when scheme in ["http", "https"] open url cancel
        otherwise cancel
        ```

        Blocks can contain blocks, but no `use`: put the condition into the handler
        (`use-in-block`).
        """#),
    ReferenceTopic(
      name: "steps", page: "rules.md",
      text:
        #"""
        # Steps

        step                              in the app
        --------------------------------  ----------------------------------------------------------------
        `present Product(id: path[2])`    presents a native screen: `present(_ screen:)`
        `push Product(id: path[2])`       the same, pushed: `push(_ screen:)`
        `perform selectTab(index: 0)`     runs an action
        `attempt openDeepLink(url: url)`  runs an action with `-> Bool`; if it returns false, the rule
                                          does not match and the next one is tried
        `open url`                        gives the URL to the system: the telephone, another app, the
                                          browser
        `attempt open url`                the same; if no app takes it, the next rule is tried
        `load url`                        loads the URL in this web view, for URLs that would open
                                          elsewhere (`frame == new`)
        `dismiss`                         closes the screen with this web view

        ```bascule
        when scheme == "wallet" attempt open url cancel
        when scheme == "wallet" present SignIn cancel
        when path[1] == "go" attempt openDeepLink(url: url) cancel
        when frame == new && method == "GET" && url in Store load url cancel
        otherwise allow
        ```

        - Steps run in their order, after the whole rule has matched. `attempt` is the first
          step of its rule and not allowed before `continue`.
        - In the main frame, `load url` would ask the same rule again (`endless-load`); write
          `allow`.
        - `load url` hands on only `http`, `https` and `about` URLs, and `open url` no `file`,
          `data`, `javascript` and `blob` URLs, unless the condition names such a scheme
          (`unsafe-load`, `unsafe-open`; what the app gets
          (Sources/Documentation/put-it-into-an-app.md)).
        - A web view performs `present`, `push` and `open url` only so often; the decision stays
          the same (limits (Sources/Documentation/put-it-into-an-app.md)). Traces and tests show
          a step as if it were the first.

        ```bascule wrong unsafe-load
        when frame == new && method == "GET" load url cancel
        otherwise allow
        ```

        ```bascule wrong endless-load
        when method == "GET" && host == "m.store.example" && scheme == "https" load url cancel
        otherwise allow
        ```
        """#),
    ReferenceTopic(
      name: "arguments", page: "rules.md",
      text:
        #"""
        # Arguments

        An argument is a literal, a value of the request, a flag, a value of the app, or a
        capture of a pattern, always with its label. A rule matches only if every argument for a
        required parameter exists and converts:

        ```bascule
        screen Shop(id: Int, tab: Int?, order: String = "price")

        chain Default {
          when path[1] == "shop" present Shop(id: path[2], tab: query.tab) cancel
          when path[1] == "list" present Shop(id: 0, order: query.order) cancel
          otherwise allow
        }

        test Default {
          "https://store.example/shop/12?tab=2" present Shop(id: 12, tab: 2) cancel
          "https://store.example/shop/12?tab=new" present Shop(id: 12) cancel
          "https://store.example/shop/12" present Shop(id: 12) cancel
          "https://store.example/shop/abc" allow
          "https://store.example/shop" allow
          "https://store.example/list?order=name" present Shop(id: 0, order: "name") cancel
          "https://store.example/list" allow
        }
        ```

        So a page chooses whether such a rule matches. If a rule only performs actions and
        cancels, leaving out an argument would turn its `cancel` into the `allow` of a later
        rule; that is a finding (`optional-cancel`):

        ```bascule wrong optional-cancel
        action note(id: String)

        chain Default {
          when host == "ads.example" perform note(id: query.id) cancel
          otherwise allow
        }
        ```

        A parameter `T?` takes a missing value, or one that does not convert, as nil. A
        parameter with a default can be left out; a value that is given for it must exist.

        parameter  texts of the request that convert
        ---------  ---------------------------------------------------------------------------------
        `String`   all; also a URL, and the names of `frame`, `source` and `navigation`
        `Int`      decimal digits with an optional sign, within 64 bits: `12`, `007`, `-3`
        `Double`   decimal numbers: `1.5`, `1e3`, `.5`; not `nan`, `inf` or hexadecimal ones
        `Bool`     `true` and `false`
        `URL`      absolute URLs; see texts that become URLs (`bascule help texts-that-become-urls`)
        an enum    the raw values of its cases

        ```bascule wrong missing-label
        when path[1] == "product" present Product(path[2]) cancel
        otherwise allow
        ```
        """#),
    ReferenceTopic(
      name: "changes", page: "rules.md",
      text:
        #"""
        # Changes

        `load url` and `open url` can hand on a changed URL.

        ```bascule
        when method == "GET" && path hasPrefix "/support" && url in Store && !exists query.device
          load url setting query.device = "ios", header["X-App"] = "shop" cancel
        when host == "partner.example" && scheme == "https"
          open url removing query.token, fragment, user cancel
        when method == "GET" && path hasPrefix "/app" && host != server.host
          load url setting host = server.host cancel
        otherwise allow
        ```

        part                                       set to                                       `removing`
        -----------------------------------------  -------------------------------------------  ----------
        `query.name`                               a literal, a value or a capture              yes
        `fragment`                                 a literal, a value or a capture              yes
        `scheme`, `host`, `port`                   a literal, or the same part of a URL of the  no
                                                   app: `scheme = server.scheme`
        `path`                                     a literal                                    no
        `header["Name"]`, with `load` only         a literal                                    yes
        `user`: name and password before the host                                               yes

        Text is written decoded (`"/my page"`); everything that is not changed keeps its
        spelling. A rule that takes its own result again is an `endless-load`, so the first rule
        above tests `!exists query.device`. So are several rules that load each other's
        requests.

        The loaded request is a `GET` without a body. A form that is sent by `POST` would lose
        what it contains (`lost-body`), so the rules above test `method == "GET"`;
        `bascule trace` says what is lost. Of the headers, another origin (scheme, host or port)
        does not get `Authorization`, `Proxy-Authorization`, `Cookie`, `Cookie2`, `Host`,
        `Origin` and `Referer`, as with redirects in browsers; a `GET` in place of another
        method gets no `Content-…` headers and no `Transfer-Encoding`; and headers of a response
        are not sent. What the rule itself sets is always sent. Other headers stay. If a header
        of your app is secret, remove it: `removing header["X-Api-Key"]`.
        """#),
    ReferenceTopic(
      name: "decisions", page: "rules.md",
      text:
        #"""
        # Decisions

        decision      a request                                                  a response
        ------------  ---------------------------------------------------------  -------------------------
        `allow`       the web view loads it                                      WebKit shows it if it can
        `cancel`      nothing is loaded: the steps have handled it               it is dropped
        `download`    the web view downloads it                                  it is downloaded
        `popup Help`  for `frame == new`: a second web view of the               not allowed
                      configuration `Help`
        `continue`    runs the steps, and the next rule is tried                 the same

        ```bascule
        action track(name: String)

        chain Default {
          when exists query.campaign perform track(name: query.campaign) continue
          when download || path hasSuffix ".pdf" download
          when frame == new && host == "help.example" popup Help
          otherwise allow
        }

        configuration Default { chain Default }
        configuration Help { chain Default }
        ```

        `popup` needs `frame == new` in its condition, and all popups of a chain have one
        configuration (`invalid-popup`). The app shows the second web view by `showPopup` (UIKit
        (Sources/Documentation/put-it-into-an-app.md)).
        """#),
    ReferenceTopic(
      name: "responses", page: "rules.md",
      text:
        #"""
        # Responses

        `responses` decide about what has arrived, before the web view shows it. They have the
        same rules, with other values:

        value                          type                               meaning
        -----------------------------  ---------------------------------  --------------------------------
        `status`                       number                             the HTTP status; missing where
                                                                          the response is not HTTP
        `mime`                         text                               the MIME type, in lower case and
                                                                          without parameters
        `displayable`                  Boolean                            WebKit can show it
        `filename`                     text                               the name that the response
                                                                          suggests, or that of its URL
        `header["Name"]`               text                               a header of the response
        `frame`                        a name                             `main` or `sub`
        `url` and its parts, `page.…`  as in requests                     the URL after redirects, and the
                                       (`bascule help request-values`)    page that is shown

        The status does not follow from the scheme: `loadHTMLString` with an `https` base URL
        answers without one, and a scheme of the app can have one.

        ```bascule
        screen Document(url: URL)
        action showError(status: Int)

        responses Default {
          when status >= 500 && frame == main perform showError(status: status) cancel
          when mime == "application/pdf" present Document(url: url) cancel
          when header["Content-Disposition"] hasPrefix "attachment" || !displayable download
          otherwise allow
        }

        configuration Default { responses Default }

        test responses Default {
          "https://store.example/" with status == 503 perform showError(status: 503) cancel
          "https://store.example/file" with !displayable download
        }
        ```

        Without a line `frames`, `responses` decide about all frames; `frames main` limits them.
        A value of requests, such as `navigation`, is an error here (`unavailable-value`).
        """#),
    ReferenceTopic(
      name: "tests", page: "rules.md",
      text:
        #"""
        # Tests

        A test states the outcome of URLs, as a rule is written: steps with their values, then
        the decision. `bascule test` runs the tests and lists rules that none of them reaches;
        `bascule check` reports failing ones.

        ```bascule
        flag isHomePage
        action selectTab(index: Int)
        action openDeepLink(url: URL) -> Bool

        chain Default {
          when isHomePage && path == "/" perform selectTab(index: 0) cancel
          when scheme == "shop" attempt openDeepLink(url: url) cancel
          when scheme == "wallet" attempt open url cancel
          when method == "POST" && frame == new cancel
          otherwise allow
        }

        test Default {
          "https://store.example/" with isHomePage perform selectTab(index: 0) cancel
          "https://store.example/" allow
          "shop:sale" attempt openDeepLink(url: "shop:sale") cancel
          "shop:sale" with !openDeepLink allow
          "wallet:pay" with !open url allow
          "https://store.example/" with frame == new, method == "POST" cancel
        }
        ```

        The URL of a test is absolute. URLs among the arguments are compared normalized:
        `https://a.example` is `https://a.example/`.

        After `with`: flags (`isHomePage`, `!isHomePage`), values of the request other than the
        URL (`frame`, `navigation`, `method`, `download`, `header["Name"]`, `page`, `document`,
        `source`, `source.origin`; in `test responses` `status`, `mime`, `displayable`,
        `filename`), values of the app (Sources/Documentation/values-of-the-app.md), and
        `!openDeepLink` or `!open url` for an attempt that fails. The defaults are: flags false,
        `frame == main`, `navigation == other`, `method == "GET"`, `displayable` true,
        everything else missing.

        `bascule test --write` adds a test for each rule that has none. `bascule trace URL`
        shows rule by rule why a chain decides so.
        """#),
    ReferenceTopic(
      name: "operators", page: "conditions.md",
      text:
        #"""
        # Operators

        operator         meaning                    precedence
        ---------------  -------------------------  ----------
        `!c`             not                        first
        `a && b`         both                       second
        `a || b`         one of them, or both       last
        `(c)`            groups
        `exists v`       the request has the value
        `true`, `false`  always, never

        A Boolean value stands alone: a flag (`isHomePage`), `download`, `displayable`.

        ```bascule
        when isHomePage && !download || path in ["/", "/home"] cancel
        otherwise allow
        ```
        """#),
    ReferenceTopic(
      name: "comparisons", page: "conditions.md",
      text:
        #"""
        # Comparisons

        operator                       for                            example
        -----------------------------  -----------------------------  ------------------------------------
        `==`, `!=`                     all types                      `host == "a.example"`,
                                                                      `frame == new`, `port != 8080`
        `in`, `!in` and a list         all types                      `scheme in ["tel", "mailto"]`,
                                                                      `frame !in [main, new]`
        `<`, `<=`, `>`, `>=`           `path.count`, `port`,          `status >= 500`
                                       `status` and `Int` values,
                                       with a number
        `hasPrefix`, `hasSuffix`,      texts, and `url` as text       `path hasPrefix "/shop/"`
        `contains`
        `like`                         texts, `url`                   patterns (`bascule help patterns`)
        `matches`                      texts, `url`                   regular expressions
                                                                      (`bascule help regular-expressions`)
        `in`, `!in` and origins        `url`                          `url in Store`,
                                                                      `url !in Store, Partner`
        `in x.origin`                  `url`; `x` is `page`,          `url in page.origin`
                                       `document`, `source` or a URL
                                       of the app

        - The right side of `==` and `!=` can be another value of the same type:
          `host == page.host`, `page.url == url`. That of `hasPrefix`, `hasSuffix` and
          `contains` can be a text of the request or the app: `path hasPrefix server.path`.
        - Texts are compared as they are: case counts, accents count. `scheme` and `host` are in
          lower case, `method` in upper case; the case of a header's name has no meaning.
        - `url == "…"` compares normalized URLs: the default port and a missing `/` after the
          host do not matter; query, fragment and a slash at the end do.
        - `hasPrefix` and the others see `url` as normalized text, with its escapes.

        request                                                     condition                        is
        ----------------------------------------------------------  -------------------------------  -----
        `https://a.example`                                         `url == "https://a.example/"`    true
        `HTTPS://A.Example:443/Ab`                                  `url == "https://a.example/Ab"`  true
        `https://a.example/Ab`                                      `path == "/ab"`                  false
        `https://a.example/b`                                       `url == "https://a.example/b/"`  false
        `https://a.example/?x`                                      `url == "https://a.example/"`    false
        `https://a.example/my%20page`                               `url contains "my%20page"`       true
        `https://b.a.example/`                                      `url in Store`                   true
        `https://c.b.a.example/`                                    `url in Store`                   false
        `https://a.example:8443/`                                   `url in Store`                   false
        `https://a.example/x` with `page == "https://a.example/y"`  `url in page.origin`             true
        `https://a.example/x` with                                  `path hasPrefix server.path`     false
        `server == "https://a.example/app"`

        A literal that can never be equal is an error, and one that looks like a pattern or an
        escaped text a warning:

        ```bascule wrong never-equal
        when path == "about" cancel
        otherwise allow
        ```

        ```bascule wrong suspicious-literal
        when host hasSuffix "bank.example" allow
        otherwise cancel
        ```
        """#),
    ReferenceTopic(
      name: "missing-values", page: "conditions.md",
      text:
        #"""
        # Missing values

        A comparison with a missing value is false, whatever the operator. So `!=` and
        `!(… == …)` differ:

        request                 condition                          is
        ----------------------  ---------------------------------  -----
        `https://a.example/`    `query.q == "tea"`                 false
        `https://a.example/`    `query.q != "tea"`                 false
        `https://a.example/`    `!(query.q == "tea")`              true
        `https://a.example/`    `exists query.q`                   false
        `https://a.example/?q`  `exists query.q && query.q == ""`  true
        `tel:+1`                `exists host || exists path`       false
        `https://a.example/`    `page.host != "b.example"`         false
        """#),
    ReferenceTopic(
      name: "patterns", page: "conditions.md",
      text:
        #"""
        # Patterns

        `like` compares the whole text with a pattern.

        in a pattern             matches
        -----------------------  -------------------------------------------------------------------------
        `*`                      any characters, also none, within one component of a path or one label of
                                 a host
        `**`                     any characters across components or labels
        `/a/**`                  `/a` and everything below it
        `{id}`                   one whole component, and captures it
        `{id: Int}`              the same, if it converts; the rule does not match otherwise
        `p-{id}`                 a part of a component: one character or more, as few as the rest allows
        `{rest**}`               at the end of a pattern: all that is left
        `\*` in a text: `"\\*"`  the character itself

        ```bascule
        when path like "/product/{id}" present Product(id: id) cancel
        when path like "/shop/{id}" present Shop(id: id) cancel
        when path like "/docs/{rest**}" present Document(path: rest) cancel
        when path like "/p-{id}" && fragment like "t={time}" present Document(path: time) cancel
        when path like "/store/{id}" || query.product like "{id}" present Product(id: id) cancel
        otherwise allow
        ```

        A capture is an argument of the rule's steps. Both sides of `||` must bind it
        (`unbound-capture`); under `!` and in a named condition there is none.

        request                        condition                   is
        -----------------------------  --------------------------  -----
        `https://a.example/a/b`        `path like "/a/*"`          true
        `https://a.example/a`          `path like "/a/*"`          false
        `https://a.example/a/`         `path like "/a/*"`          false
        `https://a.example/a/`         `path == "/a"`              true
        `https://a.example/a/b/c`      `path like "/a/*"`          false
        `https://a.example/a/b/c`      `path like "/a/**"`         true
        `https://a.example/a`          `path like "/a/**"`         true
        `https://a.example/ab`         `path like "/a/**"`         false
        `https://a.example/my%20page`  `path like "/my page"`      true
        `https://b.a.example/`         `host like "*.a.example"`   true
        `https://c.b.a.example/`       `host like "*.a.example"`   false
        `https://c.b.a.example/`       `host like "**.a.example"`  true
        `https://a.example/`           `host like "**.a.example"`  false

        A condition on `path` says nothing of the host;
        `url in Store && path like "/product/{id}"` does.

        A pattern for `url` is written as a URL. Without `?` it says nothing of the query,
        without `#` nothing of the fragment, and without a port it means the default port:

        request                            condition                           is
        ---------------------------------  ----------------------------------  -----
        `https://a.example/x?y#z`          `url like "https://a.example/x"`    true
        `https://a.example/x?y`            `url like "https://a.example/x?z"`  false
        `https://a.example:8443/x`         `url like "https://a.example/x"`    false
        `https://a.example:8443/x`         `url like "https://a.example:*/x"`  true
        `http://a.example/x/y`             `url like "*://a.example/**"`       true
        `mailto:help@a.example?subject=x`  `url like "mailto:help@a.example"`  true

        A `String` or `[String]` of the app can be a pattern of hosts: `host like blockedHosts`.

        ```bascule wrong suspicious-literal
        when path == "/shop/*" cancel
        otherwise allow
        ```
        """#),
    ReferenceTopic(
      name: "regular-expressions", page: "conditions.md",
      text:
        #"""
        # Regular expressions

        `matches /…/` compares the whole text; `/…/i` ignores case. A slash is written `\/`.

        supported                                                   not supported (`unsupported-regex`)
        ----------------------------------------------------------  -------------------------------------
        `.`, `[a-z]`, `[^a-z]`, `\d`, `\w`, `\s`, `\D`, `\W`, `\S`  look-around `(?=…)`, `(?!…)`
        `*`, `+`, `?`, `{2}`, `{2,}`, `{2,5}`                       back-references `\1`
        `|`, groups `(…)`, `(?:…)`                                  captures: use `like`
        `^` at the start and `$` at the end: no effect              word boundaries `\b`, classes `\p{L}`

        request                        condition                           is
        -----------------------------  ----------------------------------  -----
        `https://a.example/shop/12`    `path matches /\/shop\/\d+/`        true
        `https://a.example/shop/12/x`  `path matches /\/shop\/\d+/`        false
        `https://a.example/Shop`       `path matches /\/shop/i`            true
        `https://a.example/é`          `path matches /\/./`                true
        `https://a.example/aab`        `path matches /^\/(?:a|b){2,}\D$/`  true

        The app reads a text once and never goes back, so no URL keeps it busy. Instead of a
        look-ahead, write a second condition:
        `path matches /\/.*/ && !(path hasPrefix "/admin")`.
        """#),
    ReferenceTopic(
      name: "named-conditions", page: "conditions.md",
      text:
        #"""
        # Named conditions

        ```bascule
        condition web = scheme in ["http", "https"]
        condition ours = web && host like "**.a.example"

        chain Default {
          when ours && frame == main allow
          when web open url cancel
          otherwise cancel
        }
        ```

        A named condition can use others, but not itself (`condition-cycle`), and captures
        nothing (`capture-in-condition`). A name counts as much as what it is declared as: a
        condition has at most 100,000 tests, 200 levels deep (`condition-too-large`).
        """#),
    ReferenceTopic(
      name: "request-values", page: "the-request.md",
      text:
        #"""
        # Request values

        value                                        type      meaning
        -------------------------------------------  --------  -------------------------------------------
        `url`                                        URL       the whole URL
        `scheme`                                     text      `https`, `tel`; lower case
        `host`                                       text      compared in lower case; missing for
                                                               `tel:+1` and the like
        `port`                                       number    missing if the URL has none, or the default
                                                               port of its scheme
        `path`                                       text      `/` and the components, joined by `/`;
                                                               missing for `tel:+1`
        `path[1]`, `path[2]`, …                      text      a component; `path[0]` is `/`; missing
                                                               after the last
        `path.last`                                  text      the last component; missing for `/`
        `path.count`                                 number    components with the root: 3 for
                                                               `/product/1234`
        `query.name`, `query["a-b"]`                 text      the first value of that key; `""` for
                                                               `?name`; missing without the key
        `rawQuery.name`                              text      the same, but `+` stays `+`
        `query`                                      text      the whole query as written; missing without
                                                               `?`
        `fragment`                                   text      missing without `#`
        `opaque`                                     text      what follows the scheme of a URL without a
                                                               path: `+1` of `tel:+1`
        `frame`                                      a name    where the URL would open: `main`, `sub` for
                                                               a frame inside the page, `new` for another
                                                               window
        `navigation`                                 a name    why: `linkActivated`, `formSubmitted`,
                                                               `formResubmitted`, `backForward`, `reload`
                                                               or `other`
        `method`                                     text      the HTTP method, in upper case
        `header["Name"]`                             text      a header, its name in any case; missing if
                                                               there is none
        `download`                                   Boolean   the page asks for a download
        `page.url`, `page.host`, `page.path[1]`, …   as above  the URL that the web view shows now;
                                                               missing before the first load
        `document.url`, `document.host`, …           as above  the URL of the main document, in whose
                                                               frames the request is made
        `source`                                     a name    the frame whose page asks, `main` or `sub`;
                                                               missing where WebKit names none
        `source.scheme`, `source.host`,              as above  the origin of that page
        `source.port`

        Responses (`bascule help responses`) have `status`, `mime`, `filename` and `displayable`
        instead of `navigation`, `method`, `download`, `document` and `source`.

        Flags (`bascule help flags`) and values of the app
        (Sources/Documentation/values-of-the-app.md) are tested like these. A test of a missing
        value is false (`bascule help missing-values`).
        """#),
    ReferenceTopic(
      name: "urls", page: "the-request.md",
      text:
        #"""
        # URLs

        URLs are read as the WHATWG URL standard says, the same in `check`, `test`, `trace` and
        the generated code:

        request                         condition                                                    is
        ------------------------------  -----------------------------------------------------------  -----
        `HTTPS://A.Example/Ab`          `scheme == "https" && host == "a.example" && path == "/Ab"`  true
        `https://a.example`             `path == "/" && path.count == 1`                             true
        `https://a.example/a//b/`       `path == "/a/b" && path[2] == "b" && path.count == 3`        true
        `https://a.example/a/../b/./c`  `path == "/b/c"`                                             true
        `https://a.example/my%20page`   `path[1] == "my page"`                                       true
        `https://a.example/%2520`       `path[1] == "%20"`                                           true
        `https://a.example/a%2Fb`       `path[1] == "a%2Fb" && path.count == 2`                      true
        `https://a.example/100%`        `path[1] == "100%"`                                          true
        `https://a.example/?q=a+b`      `query.q == "a b" && rawQuery.q == "a+b"`                    true
        `https://a.example/?q=a%2Bb`    `query.q == "a+b"`                                           true
        `https://a.example/a+b`         `path[1] == "a+b"`                                           true
        `https://a.example/?q=1&q=2`    `query.q == "1"`                                             true
        `https://a.example/?a=%20b`     `query == "a=%20b" && query.a == " b"`                       true
        `https://a.example/#x%20y`      `fragment == "x y"`                                          true
        `https://a.example@b.example/`  `host == "b.example"`                                        true
        `https://a.example./`           `host == "a.example"`                                        false
        `http://127.1/`                 `host == "127.0.0.1"`                                        true
        `https://ü.example/`            `host == "xn--tda.example"`                                  true
        `tel:+1?x=2`                    `opaque == "+1" && query.x == "2" && path.count == 0`        true
        `myapp://open/a`                `host == "open" && path == "/a"`                             true
        `myapp://Open/a`                `host == "open"`                                             true

        - The scheme is in lower case, and the host is compared in lower case; everything else
          is case-sensitive.
        - The standard keeps the letters of a host whose scheme is not special (`http`, `https`,
          `ws`, `wss`, `ftp`, `file`), so steps hand it on as the URL has it: for
          `ticket://Xk3AbC`, `host == "xk3abc"` is true, and `present Ticket(code: host)` gets
          `Xk3AbC`. The same holds for `url` and for captures of `host like`.
        - Empty components are dropped, also a slash at the end. `.` and `..` are resolved.
        - Components, query values and the fragment are decoded once. `%2F` and `%5C` in a
          component stay, so that `/` always separates; so do malformed escapes and those that
          are not UTF-8.
        - In query values `+` is a space; in `rawQuery` and in paths it is not.
        """#),
    ReferenceTopic(
      name: "foundation", page: "the-request.md",
      text:
        #"""
        # Foundation

                              rules                                Foundation
        --------------------  -----------------------------------  ---------------------------------------
        `HTTPS://A.Example/`  `https`, `a.example`                 `url.scheme` is `HTTPS`, `url.host` is
                                                                   `A.Example`
        `https://a.example`   `path` is `/`                        `url.path` is empty, `pathComponents`
                                                                   too; not equal to `https://a.example/`
        `/a//b/`              `path` is `/a/b`                     `url.path` keeps the second `/`
        `/a/../b`             `path` is `/b`                       `url.path` is `/a/../b`
        `/a%2Fb`              one component `a%2Fb`                `pathComponents` has the component
                                                                   `a/b`
        `?q=a+b`              `query.q` is `a b`                   `URLQueryItem` has `a+b`: `rawQuery.q`
        `?q`                  `query.q` is `""`                    the value of the item is nil
        `#x%20y`              `fragment` is `x y`                  `url.fragment` is `x%20y`
        `:443` with `https`   `port` is missing                    `url.port` is 443
        `tel:+1`              `path` is missing, `opaque` is `+1`  `url.path` is `+1`
        `http://127.1/`       `host` is `127.0.0.1`                `url.host` is `127.1`
        `0x10` as `Double`    does not convert                     `Double("0x10")` is 16

        WebKit gives an app URLs that it has parsed by the standard, so most of the left column
        differs only for URLs from elsewhere. The spelling with `+`, `%2F`, `//` and a slash at
        the end differs for URLs of pages too.
        """#),
    ReferenceTopic(
      name: "who-asks", page: "the-request.md",
      text:
        #"""
        # Who asks

        `frame` is where the URL would open, `source` is who wants it. An advertisement in a
        frame can open a URL in the main frame: then `frame` is `main` and `source` is `sub`.
        `page` and `document` do not tell the two apart, since both are about the page that
        contains the frame.

        ```bascule
        screen Product(id: String)

        chain Shop {
          // Only our own page shows native screens, not a frame in it.
          when path[1] == "product" && source == main && url in source.origin
            present Product(id: path[2]) cancel
          // A frame of another site opens nothing outside itself.
          when source == sub && source.host != host cancel
          when scheme == "https" allow
          otherwise cancel
        }

        configuration Shop { chain Shop }

        test Shop {
          "https://shop.example/product/7" with source == main, source.origin == "https://shop.example"
            present Product(id: "7") cancel
          "https://shop.example/product/7" with source == sub, source.origin == "https://ads.example" cancel
          "https://shop.example/product/7" with source == main, source.origin == "https://a.example" allow
          "https://shop.example/sale" with source == sub allow
          "https://shop.example/sale" allow
          "mailto:a@shop.example" cancel
        }
        ```

        - `url in source.origin` is true if scheme, host and port are those of the page that
          asks.
        - `source` is missing where WebKit names no frame.
        - The origin is missing without `source`, so a rule that requires `!exists source` and
          an origin cannot be reached. It is also missing for a page with an opaque origin: a
          frame with `sandbox`, a page from a `data:` URL. `exists source` and
          `!exists source.scheme` together mean such a page.
        - Origins have no path. Tests set them with `source.origin == "https://…"` beside
          `source == …`, and `bascule trace` with `--source-origin` beside `--source`.

        In the app, `NavigationRequest` has a `source` if a rule tests it. The generated
        delegate sets it; a test of the app does it itself:

        ```swift
        import Foundation

        #if DEBUG
          @MainActor func request(fromAFrameOf origin: URL) -> NavigationRequest {
            var request = NavigationRequest(url: URL(string: "https://shop.example/product/7")!)
            request.source = NavigationSource(frame: .sub, origin: origin)
            return request
          }
        #endif
        ```
        """#),
    ReferenceTopic(
      name: "pages-that-change-without-a-request", page: "the-request.md",
      text:
        #"""
        # Pages that change without a request

        A chain decides about requests, and WebKit asks about a request only if something is
        loaded. A page can show something else without one:

        in the page                            WebKit asks the chain                 `page.url` afterwards
        -------------------------------------  ------------------------------------  ---------------------
        a link, `location.href = "…"`, a       yes                                   the new URL
        form, `location.reload()`
        `history.pushState(…, "/product/7")`,  no                                    the URL that the
        `history.replaceState(…)`                                                    script gave
        a link that a client-side router       no                                    the same
        takes (React Router, Vue Router,
        Turbo and others call `pushState`)
        `fetch`, `XMLHttpRequest`, images,     no: content rule lists                unchanged
        styles, scripts, `WebSocket`           (Sources/Documentation/web-views.md)
                                               can block them

        So in a single-page app `when path[1] == "product" present Product(id: path[2]) cancel`
        acts for the first page, for links that leave the app's router and for `target=_blank`,
        but not when the router itself shows `/product/7`: the page shows its own product, and
        no screen opens. Three ways out, in the order of effort:

        - The page opens such links by a request: `location.assign("/product/7")`, or a link
          that the router ignores (most have an attribute for that). Then the chain decides as
          for any other link.
        - The router sends a message (`bascule help strategies`), such as
          `strategy Open receives { path: String } from Store`, before it shows a page that the
          app may have a screen for.
        - A script (`bascule help scripts`) that the app adds at `documentStart` wraps
          `history.pushState` and sends that message. It is a convenience and no protection: a
          page can call the original function.

        `pushState` changes the URL within an origin only. So `url in page.origin`, `page.host`
        and everything that is said about origins stays true, but a script of the page chooses
        `page.path`, `page.query` and `page.fragment` at will. Trust no page for its path.
        """#),
    ReferenceTopic(
      name: "texts-that-become-urls", page: "the-request.md",
      text:
        #"""
        # Texts that become URLs

        A parameter of the type `URL` takes a text of the request, as in
        `present Checkout(url: query.next)`, and so does a capture `{next: URL}`. The text
        converts if the URL standard accepts it as an absolute URL, and the app gets the
        normalized URL. A rule does not match if its text does not convert.

        text                                          URL
        --------------------------------------------  -----------------------------------------------
        `https://a.example/ü`                         `https://a.example/%C3%BC`
        `https://A.example:443/a b/../c`              `https://a.example/c`
        `http://[0:0:0:0:0:0:0:1]/`                   `http://[::1]/`
        `http://192.168.261/`, `http://0xC0A80105/`   `http://192.168.1.5/`
        `https://a.example/?filter[name]=caf%C3%A9`   `https://a.example/?filter%5Bname%5D=caf%C3%A9`
        `https://a.example/100%?a|b`                  `https://a.example/100%25?a%7Cb`
        `ticket://Xk3AbC`                             `ticket://Xk3AbC`
        `https://a:b@c:99999/`, `/cart`, `a.example`  none

        `Foundation.URL` holds only the characters of RFC 3986, so what else the standard leaves
        is escaped: `[`, `]`, `|`, `^`, `{` and `}`, a second `#`, and a `%` that begins no
        escape. Escapes stay as they are. This holds for all URLs that the app makes from text:
        fields of messages, changed URLs, `page.url` and other URLs in arguments, URLs in rule
        files. `trace`, `test` and the page print the same text. The URL of the request is
        handed on as WebKit gives it.

        An app reads texts without the tables of Unicode: a web URL does not convert if its host
        has letters outside ASCII (`https://ü.example`), written plainly or as an escape;
        `new URL(text).href` in a page writes it in ASCII. A label such as `xn--mnchen-3ya` is
        taken as it is. The analysis, the tests, the generated code and the page's module agree
        about each text.
        """#),
    ReferenceTopic(
      name: "types", page: "messages.md",
      text:
        #"""
        # Types

        type               Swift             TypeScript           JSON
        -----------------  ----------------  -------------------  ----------------------------------------
        `String`           `String`          `string`             a string
        `Int`              `Int`             `number`             an integer within ±(2^53−1); others are
                                                                  errors
        `Double`           `Double`          `number`             a finite number
        `Bool`             `Bool`            `boolean`            `true`, `false`
        `URL`              `URL`             `string`             a string: an absolute URL
                                                                  (`bascule help texts-that-become-urls`),
                                                                  which arrives as `new URL` reads it
        `Date`             `Date`            `Date`               a string: ISO 8601 with a fraction of a
                                                                  second
        `Data`             `Data`            `Uint8Array`         a string: base64
        `JSON`             `JSON`            `JSONValue`          any value
        `[T]`              `[T]`             `T[]`                an array
        `[String: T]`      `[String: T]`     `Record<string, T>`  an object
        `T?`               `T?`              `T | undefined`      the value, `null` or nothing
        `{ a: T, b: U }`   a struct          an interface         an object
        a model, enum or   a struct or enum  an interface or      see below
        union                                type

        Without a type, a message has no payload.
        """#),
    ReferenceTopic(
      name: "models", page: "messages.md",
      text:
        #"""
        # Models

        ```bascule
        model CartItem {
          sku "item_sku": String
          quantity: Int = 1
          note: String?
          tags: [String] = []
          options: [String: JSON] = [:]
          related: [CartItem] = []
        }

        strategy AddToCart receives CartItem from Store
        ```

        - `sku "item_sku"`: the name in JSON, if it differs.
        - A default replaces a missing field. `T?` reads `null` and a missing field as nil, and
          is left out when it is nil. A field has a default or is optional, not both
          (`optional-default`).
        - Fields that the app does not know are ignored. So old and new pages understand each
          other if every field that only one of them has is optional or has a default.
        - Defaults are literals; `Date`, `Data`, `JSON` and models have none.
        - In Swift, models and unions are `Hashable` and `Sendable`. Those that the app stores
          elsewhere become `Codable`, in the form of their JSON, by a line of the app:
          `extension CartItem: Codable {}`.
        - A model can contain itself through `?`, `[ ]` or `[String: ]` (`recursive-model`).
        """#),
    ReferenceTopic(
      name: "enums", page: "messages.md",
      text:
        #"""
        # Enums

        An enum is a set of texts. It is open: another text is decoded as `.unknown("text")`, so
        that an old app can read messages of a new page.

        ```bascule
        enum CloseReason { done, cancelled = "user-cancelled" }

        strategy Close receives CloseReason from Store
        ```

        A page sends only the texts that its version declares: the TypeScript functions `send…`,
        and replies of `implement…`, take `CloseReasonInput`, which has no other, and what they
        receive is the open `CloseReason`. A text that was received can therefore not be sent
        back as it is; compare it with the cases (`CloseReason.done`) first.

        As a parameter of a screen, an enum takes only the texts that it declares.
        """#),
    ReferenceTopic(
      name: "unions", page: "messages.md",
      text:
        #"""
        # Unions

        A union with `by` is one of several objects; a field names the case. The set is closed:
        another case is an error.

        ```bascule
        /// { "kind": "success", "receipt": "https://…" }
        union PaymentResult by "kind" {
          success(receipt: URL)
          failure(code: Int, message "error_message": String)
          pending "still-pending"
        }

        event PaymentFinished sends PaymentResult to Store
        ```

        Without `by`, the cases differ by their kind of JSON: one string, one number, one
        Boolean, one array, one object.

        ```bascule
        /// "shoes", or { "term": "shoes", "page": 2 }
        union Query { text(String), form({ term: String, page: Int = 1 }) }

        strategy Search receives Query from Store
        ```

        ```bascule wrong duplicate-member
        union Size { points(Int), percent(Double) }
        ```
        """#),
    ReferenceTopic(
      name: "strategies", page: "messages.md",
      text:
        #"""
        # Strategies

        A strategy is a message from the page:
        `window.webkit.messageHandlers.addToCart.postMessage({ sku: "tea" })`, or
        `sendAddToCart({ sku: "tea" })` of the generated module. In the app it is a method of
        `ScriptMessageReceiver`.

        ```bascule
        model CartItem { sku: String, quantity: Int = 1 }

        strategy AddToCart "addToCart" receives CartItem replies Int from Store
        strategy Close from Store
        strategy Order receives [Int] as text replies Bool as text from Store frames all
        ```

        clause                 meaning                                without it
        ---------------------  -------------------------------------  ------------------------------------
        `"addToCart"`          the name of the message handler; once  the name with its first letter in
                               in a rule set                          lower case
        `receives T`           the type of the body                   the body is ignored
        `replies T`            the page's promise settles with this   the page gets no reply
                               type, or rejects
        `as text`              the value is sent as JSON text in a
                               string
        `via D`                the reply goes to a function of the    a promise
                               page (dispatches
                               (`bascule help dispatches`))
        `from Store, Partner`  pages of other origins are refused     any page; reported as `any-origin`
                               before anything is decoded
        `frames all`           also frames inside the page            the main frame only
        `world app`            only scripts with `world app` can      the page's scripts
                               send it

        A value that is sent as an object has at most 100,000 values in it, since the app's main
        thread reads it. Send more `as text`: at most a million, and the app reads a text of
        more than 64 kB on a thread of its own. Both have at most 512 levels. The page's promise
        for a greater value rejects as `malformed`.

        A configuration installs it: `strategies AddToCart, Close`. Who the sender is says
        WebKit alone (Sources/Documentation/security.md), never the message.

        ```bascule wrong duplicate-strategy-identifier
        strategy Cart "page" receives String
        strategy Close "page"
        ```
        """#),
    ReferenceTopic(
      name: "channels", page: "messages.md",
      text:
        #"""
        # Channels

        A channel is one message handler for several strategies. A field of the message names
        the strategy:

        ```bascule
        /// { "type": "open", "payload": { "url": "https://…" } }
        channel App "app" by "type" {
          strategy Open "open" receives { url: URL, animated: Bool = true } from Store
          strategy Status replies Int from Store
        }
        /// { "key": "scan", "code": "…" }
        channel Keys by "key" payload inline {
          strategy Scan receives { code: String } from Store
        }
        ```

        The payload is in the field `payload`; `payload "data"` names another, `payload inline`
        takes the fields of the message itself. `via` and `world app` are for all strategies of
        the channel. A configuration installs it: `channels App`.
        """#),
    ReferenceTopic(
      name: "events", page: "messages.md",
      text:
        #"""
        # Events

        An event is a message from the app to the page: `page.dispatch(CartChangedEvent(…))`.
        The page listens by `onCartChanged`.

        ```bascule
        event CartChanged "cartChanged" sends { count: Int } queue newest to Store
        event SessionExpired to Store
        ```

        clause           meaning                                   without it
        ---------------  ----------------------------------------  ---------------------------------------
        `"cartChanged"`  its name in the page                      the name with its first letter in lower
                                                                   case
        `sends T`        the payload                               none
        `queue 20`       kept until the page listens: the last     100
                         20, `newest` (the last), `none`
        `to Store`       pages of these origins only               any page; reported as `any-origin`

        When an event arrives (Sources/Documentation/put-it-into-an-app.md) describes order,
        queues and errors.
        """#),
    ReferenceTopic(
      name: "calls", page: "messages.md",
      text:
        #"""
        # Calls

        A call runs a function of the page and waits for its reply.

        ```bascule
        /// The page implements it by `implementResizeImages`.
        call ResizeImages "resizeImages" sends { maxWidth: Int, quality: Double = 0.8 } replies Int to Store
        call HighlightLinks to Store
        call Log sends String to Store
        /// A function that the page has already: `page.setTheme("dark", 14)`.
        call SetTheme function "page.setTheme"(theme: String, size: Int?) replies Bool to Store

        render AfterLoad {
          ResizeImages(maxWidth: 320)
          HighlightLinks
          Log("loaded")
        }
        ```

        A `render` is a list of calls: `page.render(AfterLoadRender())` returns when each of
        them has answered or failed. A call that sends a value without fields takes it without a
        label.
        """#),
    ReferenceTopic(
      name: "dispatches", page: "messages.md",
      text:
        #"""
        # Dispatches

        A dispatch says how events reach a page, or replies to messages of pages that know no
        promise. Without one, events are DOM events with the name `WebAppEvent`. The generated
        module listens to all of them.

        ```bascule
        dispatch customEvent "WebAppEvent"
        dispatch Bridge function "bridge.receive"
        /// The message names the function that waits for the reply.
        dispatch AuthCallback function message.callback replies (true, reply) fails (false, error.message)

        strategy GetToken receives { callback: String } replies String via AuthCallback from Store
        ```

        A dispatch without a name is the default of the rule set; the app picks one of the
        others by its name. `sends`, `replies` and `fails` are the arguments of the function:
        literals, objects and values of the message (Sources/Documentation/pages-that-exist.md).
        One with `replies` has `fails` too.
        """#),
    ReferenceTopic(
      name: "proofs", page: "analysis.md",
      text:
        #"""
        # Proofs

        For every rule of every chain Bascule finds a request that reaches it, or proves that
        there is none:

        answer       means
        -----------  -------------------------------------------------------------------------------------
        reachable    a concrete request, which the interpreter has confirmed; `bascule witness` prints it
        unreachable  a proof: earlier rules handle every request that the rule matches
                     (`unreachable-rule`, `shadowing-rule`, `unreachable-handler`), or its own condition
                     is never true (`contradictory-condition`)
        undecided    neither, within a fixed number of steps (`undecided`)

        ```bascule wrong unreachable-rule
        screen Product(id: String)

        chain Default {
          when path hasPrefix "/p" download
          when path like "/product/{id}" present Product(id: id) cancel
          otherwise allow
        }
        ```

        The conditions are compared by what they mean, not by how they are written. The same
        analysis finds parts that are always true (`redundant-condition`), alternatives without
        effect (`dead-alternative`), rules without effect (`redundant-rule`), loads without end
        (`endless-load`), forms whose body is lost (`lost-body`) and blocks that a page can
        avoid by leaving out an argument (`optional-cancel`). `bascule diff` uses it to list the
        requests that two versions of a rule set treat differently.

        The analysis speaks of exactly those requests that can occur: URLs as the WHATWG URL
        standard parses them, every frame, method, header and page, and every value of flags and
        values of the app. A rule is unreachable only if it is so for all of them.

        Rules with `attempt` and `continue` shadow nothing, since the next rule can be tried
        after them.
        """#),
    ReferenceTopic(
      name: "undecided", page: "analysis.md",
      text:
        #"""
        # Undecided

        The number of steps does not depend on the machine, so the same rules get the same
        answers everywhere. It is enough for usual rule sets with many thousand rules; it can be
        used up by

        - regular expressions that look far back from the end of a text,
        - very many rules that overlap in the same values,
        - conditions that compare several components of one path with other values.

        A finding `undecided` says so. The rule works as written; it may or may not be
        reachable.

        ```bascule wrong undecided
        chain Default {
          when path matches /.*a.{16}/ && path matches /.*b.{16}/ cancel
          otherwise allow
        }
        ```

        What the analysis does not know:

        - what the app does in steps, or answers when it is asked by `attempt`: both answers are
          possible;
        - which URLs your pages contain: a reachable rule may match a URL that no page has;
        - what lists and patterns of the app contain (values
          (Sources/Documentation/values-of-the-app.md));
        - redirects by a server: they are new requests for the chain.
        """#),
    ReferenceTopic(
      name: "fixes", page: "analysis.md",
      text:
        #"""
        # Fixes

        command                    applies
        -------------------------  -----------------------------------------------------------------------
        `bascule check --fix`      safe fixes: every request is treated the same, and no rule, comment or
                                   declaration is deleted
        `bascule check --fix=all`  the others too; prints the requests that change
        `--diff` with one of them  nothing: prints the fixes as a patch
        """#),
    ReferenceTopic(
      name: "severities", page: "analysis.md",
      text:
        #"""
        # Severities

        A finding is an error, a warning or an info. Errors and files that cannot be read fail
        `bascule check` (exit code 1 and 3); with `--strict` warnings and infos do too.
        `--severity CODE=LEVEL` or `severities` in `bascule.json` changes the level of a code or
        switches it off; errors that prevent generation stay errors.
        """#),
    ReferenceTopic(
      name: "suppression", page: "analysis.md",
      text:
        #"""
        # Suppression

        ```bascule
        origin Store = "https://store.example"

        strategy Ready from Store
        // bascule:ignore any-origin -- pages of partners announce themselves too
        strategy Announce receives String

        chain Default {
          when path == "/old" cancel // bascule:ignore redundant-rule -- the next release changes it
          otherwise cancel
        }
        ```

        comment                                                  suppresses
        -------------------------------------------------------  ----------------------------------------
        `// bascule:ignore CODE -- reason` on a line of its own  the code in the next declaration or rule
        the same at the end of a line                            the code on this line
        `// bascule:ignore-file CODE -- reason`                  the code in this file

        Several codes are separated by commas. The reason is required. A comment that suppresses
        nothing is reported (`unused-ignore`). An existing project records its findings by
        `--baseline` and `--write-baseline` (pull requests
        (Sources/Documentation/on-pull-requests.md)).
        """#),
  ]
}
