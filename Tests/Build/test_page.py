"""Tests the page of `bascule page` in Chromium: its answers, the keyboard, roles, colours, sizes, and hostile texts.
"""

import importlib
import json
import re
import subprocess
import time
import urllib.parse

import pytest

from conftest import BASCULE, ROOT, run, tool
from pages import LOW_CONTRAST, Page, browser, expect  # noqa: F401

SHOP = """/// Whether the start page is shown.
flag isHome
/// The server that the user signed in to.
value server: URL
/// A product of the shop.
screen Product(id: Int)
screen Help
action openDeepLink(url: URL) -> Bool

handler Native {
  when path like "/product/{id}" present Product(id: id) cancel
  when isHome && path == "/" attempt openDeepLink(url: url) cancel
}

chain Default {
  use Native
  when path like "/product/*" && path.count == 3 cancel
  when host == server.host && frame == new load url cancel
  when path == "/help" || query.help == "1" push Help cancel
  when scheme in ["tel", "mailto"] open url cancel
  when path[1] == "product" && path.count == 1 cancel
  otherwise allow
}

responses Files {
  when mime == "application/pdf" download
  otherwise allow
}

/// What the page says of itself.
strategy Note "note" receives { text: String, at: Date? } from Shop
origin Shop = "https://shop.example"
event Told sends String to Shop
"""

HOSTILE = """/// </script><script>document.title = "broken"</script> <img src=x onerror="document.title='broken'">
screen Broken(text: String)
/// </script><img src=x onerror="document.title='broken'">
strategy Evil "a'];document.title='broken';//</script>" receives { a "</script><img src=x>": String }
chain Default {
  when path == "/</script><script>document.title='broken'</script>" || path == "/\\u{2028}<!--" present Broken(text: path) cancel
  otherwise allow
}
"""

TESTED = SHOP + """
test Default {
  "https://shop.example/product/7" present Product(id: 7) cancel
  "https://shop.example/help" with frame == new push Help cancel
  "tel:1" allow
}
test responses Files { "https://shop.example/a.pdf" with mime == "application/pdf" download }
"""

# The greatest time in ms to draw the page with a thousand rules.
LIMIT = 300


def written(folder, rules, *options):
    """Writes the page of a rule set, and returns its address."""
    (folder / "shop.bascule").write_text(rules)
    (folder / "bascule.json").write_text("{}\n")
    run(BASCULE, "page", "-o", "rules.html", *options, cwd=folder)
    return (folder / "rules.html").as_uri()


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    return written(tmp_path_factory.mktemp("shop"), SHOP)


def verdict(page):
    return page.locator(".verdict").inner_text()


def scanned(picture):
    """Returns the text of a QR code, as zbar reads it."""
    return subprocess.run(
        [tool("zbarimg"), "-q", "--raw", picture], text=True, check=True, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL).stdout.rstrip("\n")


def fragment(**values):
    return "#" + urllib.parse.urlencode(values)


def test_answers(browser, shop):
    with Page(browser, shop) as page:
        page.get_by_label("Link", exact=True).fill("shop.example/product/7")
        expect(page.locator(".verdict")).to_contain_text("The app presents the native screen Product(id: 7).")
        expect(page.locator(".verdict")).to_contain_text("shop.bascule:11")
        assert "url=https%3A%2F%2Fshop.example%2Fproduct%2F7" in page.url
        page.get_by_label("Link", exact=True).fill("https://shop.example/product/x")
        failed = page.locator(".rules li.no").first
        expect(failed).to_contain_text(re.compile('path is "/product/x"|id'))
        expect(page.locator(".verdict")).to_contain_text("Nothing else happens")
        page.get_by_label("Link", exact=True).fill("tel:+1")
        expect(page.locator(".verdict")).to_contain_text("the system opens the link", ignore_case=True)
        page.get_by_label("Link", exact=True).fill("no link at all")
        expect(page.locator(".verdict")).to_contain_text("This is no link")


def test_circumstances_are_in_the_address(browser, shop):
    with Page(browser, shop + fragment(url="https://own.example/a")) as page:
        expect(page.locator(".verdict")).to_contain_text("loads the link as a web page")
        page.locator("summary", has_text="Circumstances").click()
        page.get_by_label("server: URL").fill("https://own.example/")
        page.get_by_label("frame", exact=True).select_option("new")
        expect(page.locator(".verdict")).to_contain_text("this web view loads the link", ignore_case=True)
        address = page.url
    with Page(browser, address) as page:
        expect(page.locator(".verdict")).to_contain_text("this web view loads the link", ignore_case=True)
        assert page.get_by_label("frame", exact=True).input_value() == "new"
    flags = fragment(url="https://own.example/", flag="isHome")
    with Page(browser, shop + flags) as page:
        expect(page.locator(".verdict")).to_contain_text("openDeepLink")
        page.get_by_label("openDeepLink does not take it").check()
        assert "openDeepLink" not in verdict(page)
        assert "declined=openDeepLink" in page.url


def test_copies(browser, shop, tmp_path):
    """Tests that the copied test passes, and that the copied command has the same decision."""
    (tmp_path / "shop.bascule").write_text(SHOP)
    (tmp_path / "bascule.json").write_text("{}\n")
    question = fragment(
        url="https://own.example/help?a=it's", frame="new", method="POST", page="https://own.example/",
        **{"value.server": "https://other.example/", "header.x-a": 'say "hi"'})
    grant = {"permissions": ["clipboard-read", "clipboard-write"]}
    with Page(browser, shop + question, **grant) as page:
        page.get_by_role("button", name="Copy as test").click()
        page.get_by_role("button", name="Copied").wait_for()
        test = page.evaluate("navigator.clipboard.readText()")
        page.get_by_role("button", name="Copy command").click()
        page.wait_for_function("async () => (await navigator.clipboard.readText()).startsWith('bascule')")
        command = page.evaluate("navigator.clipboard.readText()")
    (tmp_path / "test.bascule").write_text(test)
    assert "1 test passed" in run(BASCULE, "test", ".", cwd=tmp_path, check=False).stdout
    assert "push Help" in run("bash", "-c", command, cwd=tmp_path).stdout


def test_many_links(browser, shop, tmp_path):
    links = ["https://a.example/product/1", "https://a.example/", "tel:1", "nonsense", "mailto:a,b"]
    with Page(browser, shop + fragment(view="many"), accept_downloads=True) as page:
        page.get_by_label("Links, one on each line").fill("\n".join(links))
        expect(page.locator("tbody tr")).to_have_count(len(links))
        expect(page.locator(".counts")).to_contain_text("1 opens natively")
        with page.expect_download() as download:
            page.get_by_role("button", name="Save as CSV").click()
        download.value.save_as(tmp_path / "links.csv")
    rows = (tmp_path / "links.csv").read_text().splitlines()
    assert rows[1].startswith("https://a.example/product/1,opens natively,")
    assert rows[5].startswith('"mailto:a,b",opens outside of the app,')


def test_every_witness_reaches_its_rule(browser, shop):
    """Tests that each link beside a rule leads to an answer that names the rule. Rules without a link are marked."""
    with Page(browser, shop + fragment(view="rules")) as page:
        rules = page.locator(".chain .rules > li")
        expect(rules).to_have_count(10)
        unreached = page.locator(".chain .rules > li.no")
        expect(unreached).to_have_count(1)
        expect(unreached).to_contain_text("path.count == 1")
        boxes = [box.text_content() for box in page.locator(".picture a > text").all()]
        found = [
            (rule.locator(".place").first.text_content(), rule.locator("a.try").get_attribute("href"))
            for rule in page.locator(".chain .rules > li.yes").all()]
    assert len(found) == 9
    assert boxes == ["chain Default", "responses Files", "handler Native"]
    with Page(browser, shop) as page:
        for place, address in found:
            page.goto(shop + address)
            page.locator(".rules > li.yes", has_text=place).first.wait_for()


def test_tests(browser, tmp_path):
    """Tests that the page runs the tests with the results of `bascule test`, and that the tests that it offers pass.
    """
    address = written(tmp_path, TESTED)
    run_by_tool = json.loads(run(BASCULE, "test", ".", "--format", "json", cwd=tmp_path, check=False).stdout)
    assert (run_by_tool["passed"], run_by_tool["failed"]) == (3, 1)
    grant = {"permissions": ["clipboard-read", "clipboard-write"]}
    with Page(browser, address + fragment(view="tests"), **grant) as page:
        expect(page.locator(".verdict")).to_contain_text("1 of 4 tests fails.")
        missed = len(run_by_tool["uncovered"])
        expect(page.locator(".verdict")).to_contain_text(
            f"{missed} of {run_by_tool['rules']} rules are reached by no test.")
        failing = page.get_by_role("region", name="Tests that fail").locator(".rules > li")
        expect(failing).to_have_count(1)
        expect(failing).to_contain_text("The test expects allow")
        expect(failing).to_contain_text("The rules decide open · cancel by the rule at test_tests0/shop.bascule:20")
        places = page.get_by_role("region", name="Rules that no test reaches").locator("li > div > .place")
        assert places.all_inner_texts() == [f"test_tests0/shop.bascule:{rule['line']}" for rule in run_by_tool["uncovered"]]
        page.get_by_role("button", name=re.compile("Copy tests for")).click()
        page.get_by_role("button", name="Copied").wait_for()
        copied = page.evaluate("navigator.clipboard.readText()")
        page.get_by_role("link", name="Rules", exact=True).click()
        notes = page.locator(".tested")
        expect(notes).to_have_count(10)
        expect(page.locator(".chain .rules > li", has_text='in ["tel"')).to_contain_text(
            "Reached by 1 test, 1 of them fails.")
        expect(page.locator(".tested", has_text="No test reaches it.")).to_have_count(missed)
        page.goto(address + fragment(view="link"))
    (tmp_path / "more.bascule").write_text(copied)
    more = json.loads(run(BASCULE, "test", ".", "--format", "json", cwd=tmp_path, check=False).stdout)
    assert (more["passed"], more["failed"]) == (3 + copied.count("test "), 1)
    # No request reaches this rule.
    assert [rule["line"] for rule in more["uncovered"]] == [21]


def test_source(browser, shop):
    """Tests that the line of a place is in view with its number, also on a phone."""
    with Page(browser, shop + fragment(view="source", line="0:18"), viewport={"width": 360, "height": 300}) as page:
        marked = page.locator(".source > [aria-current]")
        expect(marked).to_have_count(1)
        expect(marked).to_contain_text("when host == server.host && frame == new load url cancel")
        expect(marked).to_be_in_viewport()
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        assert page.locator(".scroll").evaluate("(element) => element.scrollLeft") == 0
        assert marked.locator(".token-word").all_inner_texts() == ["when", "new", "load", "cancel"]


def test_screens(browser, shop, tmp_path):
    with Page(browser, shop + fragment(view="screens")) as page:
        page.get_by_label("Search").fill("product")
        items = page.locator(".targets > li:not([hidden])")
        expect(items).to_have_count(1)
        url = items.locator("a.try").inner_text()
        items.locator("summary", has_text="QR code").click()
        items.locator("svg.qr").screenshot(path=tmp_path / "code.png")
    assert scanned(tmp_path / "code.png") == url


def test_what_is_read_first(browser, tmp_path):
    """Tests the hosts of an origin, a download, a form before anything is typed, and the name of the set."""
    rules = """
origin Shop = "https://shop.example", "https://*.shop.example"
screen Search(q: String)
strategy Note "note" receives String from Shop
configuration Default { chain Default  strategies Note }
chain Default {
  when url in Shop { when path == "/search" present Search(q: query["q"]) cancel }
  when path[1] == "files" download
  otherwise allow
}
"""
    address = written(tmp_path, rules)
    with Page(browser, address + fragment(view="screens")) as page:
        assert page.title().startswith(tmp_path.name)
        item = page.locator(".targets > li:not([hidden])")
        expect(item.locator("a.try").first).to_have_text("https://shop.example/search?q=a")
        expect(item).to_contain_text('when url in Shop { when path == "/search" present')
        item.locator("summary", has_text="other values").click()
        assert "✗" not in item.get_by_role("status").inner_text()
        page.get_by_label("q: String").fill("")
        expect(item.get_by_role("status")).to_contain_text("✗")
    with Page(browser, address + fragment(url="https://shop.example/files/1")) as page:
        expect(page.locator(".verdict .kind")).to_have_text("is downloaded")
    with Page(browser, address + fragment(view="messages")) as page:
        expect(page.locator("main")).to_contain_text(
            "Accepted from pages of Shop (https://shop.example, https://*.shop.example), main frame only.")


def test_links_with_values(browser, tmp_path):
    """Tests that filling in the values of a screen gives a link to it."""
    rules = """
enum Tab { home, bag = "my bag" }
screen Item(id: Int, tab: Tab, note: String?, part: String?)
screen Rest(path: String)
chain Default {
  when path like "/shop/*/*" && query.tab == "x" present Rest(path: path) cancel
  when path like "/shop/{id: Int}" present Item(id: id, tab: query.tab, note: query.note, part: fragment) cancel
  when path like "/rest/{rest**}" && host == "a.example" present Rest(path: rest) cancel
  otherwise allow
}
"""
    with Page(browser, written(tmp_path, rules) + fragment(view="screens")) as page:
        page.get_by_label("Search").fill("How do I get to the Item?")
        item = page.locator(".targets > li:not([hidden])")
        expect(item).to_have_count(1)
        item.locator("summary", has_text="other values").click()
        page.get_by_label("id: Int").fill("42")
        page.get_by_label("tab: Tab").select_option("my bag")
        page.get_by_label("note: String?").fill("50 % & more")
        page.get_by_label("part: String?").fill("ü/1")
        expect(item.get_by_role("status")).to_have_text("✓ This link leads here.")
        link = item.locator(".built a.try")
        url = urllib.parse.urlsplit(link.inner_text())
        assert url.path == "/shop/42"
        assert urllib.parse.parse_qs(url.query) == {"tab": ["my bag"], "note": ["50 % & more"]}
        item.locator(".built svg.qr").screenshot(path=tmp_path / "code.png")
        assert scanned(tmp_path / "code.png") == link.inner_text()
        page.get_by_label("id: Int").fill("many")
        expect(item.get_by_role("status")).to_have_text("✗ With these values the link does something else.")
        page.get_by_label("id: Int").fill("43")
        link.click()
        expect(page.locator(".verdict")).to_contain_text('Item(id: 43, tab: bag, note: "50 % & more", part: "ü/1")')
        page.goto(page.url.split("#")[0] + fragment(view="screens"))
        page.get_by_label("Search").fill("rest")
        page.locator("li:not([hidden]) summary", has_text="other values").last.click()
        page.get_by_label("path: String").fill("a/b c")
        expect(page.locator(".built a.try")).to_have_text("https://a.example/rest/a/b%20c")


def test_qr_codes_of_every_size(tmp_path):
    """Tests that zbar, another implementation, reads the codes of texts up to the maximum length."""
    script = tmp_path / "codes.ts"
    script.write_text("""
      import { qrCode } from "%s";
      const lengths = [1, 14, 15, 60, 106, 200, 287, 400, 666, 1000, 1500, 2000, 2331];
      lengths.forEach((length, index) => {
        const text = "https://a.example/?q=" + "0123456789/abcdef-".repeat(200);
        const rows = qrCode(text.slice(0, length)) ?? [];
        const line = (y: number) =>
          Array.from({ length: 4 * (rows.length + 8) }, (_, x) =>
            rows[Math.floor(y / 4) - 4]?.[Math.floor(x / 4) - 4] ? 1 : 0).join(" ");
        const lines = Array.from({ length: 4 * (rows.length + 8) }, (_, y) => line(y));
        Deno.writeTextFileSync(`${index}.pbm`, `P1\\n${lines.length} ${lines.length}\\n${lines.join("\\n")}\\n`);
        Deno.writeTextFileSync(`${index}.txt`, text.slice(0, length));
      });
      if (qrCode("a".repeat(2332)) !== null) throw new Error("too long");
    """ % (ROOT / "Sources/Page/qr.ts").as_uri())
    run(tool("deno"), "run", "--quiet", "--no-check", "--allow-write=.", script, cwd=tmp_path)
    texts = sorted(tmp_path.glob("*.txt"))
    assert len(texts) == 13
    for text in texts:
        assert scanned(text.with_suffix(".pbm")) == text.read_text()


def test_hostile_texts_stay_texts(browser, tmp_path):
    address = written(tmp_path, HOSTILE)
    for view in ["link", "rules", "screens", "tests", "messages", "source", "many"]:
        question = fragment(view=view, url="https://a.example/<img src=x onerror=alert(1)>")
        with Page(browser, address + question) as page:
            assert "broken" not in page.title()
            assert page.locator("main img, main script").count() == 0
    text = (tmp_path / "rules.html").read_text()
    assert text.count("</script>") == 2
    assert "\u2028" not in text


def test_no_script_but_its_own(browser, shop):
    """Tests that the policy of the page refuses scripts, requests and forms."""
    opened = Page(browser, shop)
    with opened as page:
        refused = page.evaluate("""() => new Promise((done) => {
          document.addEventListener("securitypolicyviolation", (event) => done(event.effectiveDirective));
          const script = document.createElement("script");
          script.textContent = "document.title = 'broken'";
          document.body.append(script);
        })""")
        assert refused.startswith("script-src")
        assert page.title() != "broken"
        # Chromium reports the actions that the policy refuses.
        assert len(opened.problems) == 1
        opened.problems.clear()


def test_bodies_of_messages(tmp_path):
    """Tests that the page accepts exactly the bodies that the generated fake of the app accepts."""
    showcase = ROOT / "rules/showcase"
    run(BASCULE, "page", "--format", "json", "-o", tmp_path / "model.json", showcase, cwd=tmp_path)
    run(BASCULE, "generate", showcase, "--typescript", tmp_path / "app.ts", cwd=tmp_path)
    compared = run(
        tool("deno"), "run", "--quiet", "--no-check", "--allow-read", ROOT / "Tests/TypeScript/page/bodies.ts",
        "model.json", tmp_path / "app.testing.ts", cwd=tmp_path).stdout
    assert compared.endswith(" 0 differences\n"), compared
    bodies, accepted = [int(part.split()[0]) for part in compared.splitlines()[-1].split(",")[:2]]
    assert bodies > 500 and accepted > 100


def test_messages(browser, tmp_path):
    rules = SHOP + """
/// Puts an item into the cart.
strategy Cart "cart" receives { sku: String, count: Int = 1 } replies Int
event Heard sends String
call Sum sends [Int] replies Int
"""
    with Page(browser, written(tmp_path, rules) + fragment(view="messages")) as page:
        message = page.locator(".targets > li").nth(1)
        expect(message).to_contain_text("sendCart")
        text = message.text_content()
        assert "function sendCart(payload: CartPayloadInput, options?: SendOptions): Promise<number>" in text
        assert "func cart(_ message: CartPayload) async throws -> Int" in text
        assert 'window.webkit.messageHandlers.cart.postMessage({' in text
        message.locator("summary").click()
        expect(message).to_contain_text("The app reads this body")
        message.get_by_label("Body in JSON").fill('{"sku": 7}')
        expect(message).to_contain_text("sku: expected a string, found a number")
        message.get_by_label("Body in JSON").fill('{"sku": ')
        expect(message).to_contain_text("this is no JSON")
        expect(page.locator("main")).to_contain_text(
            "function onHeard(listener: (value: string) => void")
        expect(page.locator("main")).to_contain_text("SumCall(_ body: [Int]) -> Int")


DOCUMENTED = """
/// The page of one `Product`.
@deprecated("use Shelf")
screen Product(id: String)
/// What most pages use.
chain Default {
  /// Old links, too.
  when path like "/product/{id}" present Product(id: id) cancel
  otherwise allow
}
/// Puts an item into the cart.
@deprecated("use Basket")
strategy Cart
configuration Main { chain Default  strategies Cart }
"""


def test_documentation(browser, tmp_path):
    """Tests that the `///` texts and deprecations are shown beside their declarations."""
    address = written(tmp_path, DOCUMENTED)
    expected = {
        "": ["Old links, too."],
        "rules": ["What most pages use.", "Old links, too."],
        "screens": ["The page of one Product.", "Deprecated: use Shelf"],
        "messages": ["Puts an item into the cart.", "Deprecated: use Basket"],
    }
    for view, texts in expected.items():
        question = {"view": view} if view else {"url": "https://a.example/product/1"}
        with Page(browser, address + fragment(**question)) as page:
            for text in texts:
                expect(page.locator("main")).to_contain_text(text)


def test_comparison(browser, tmp_path):
    git = [tool("git"), "-c", "user.name=a", "-c", "user.email=a@a.example"]
    run(*git, "init", "-q", "-b", "main", cwd=tmp_path)
    (tmp_path / "shop.bascule").write_text(SHOP)
    (tmp_path / "bascule.json").write_text("{}\n")
    run(*git, "add", ".", cwd=tmp_path)
    run(*git, "commit", "-q", "-m", "a", cwd=tmp_path)
    address = written(tmp_path, SHOP.replace("push Help cancel", "allow"), "--against", "HEAD")
    with Page(browser, address + fragment(url="https://a.example/help")) as page:
        expect(page.locator(".former")).to_contain_text("In HEAD it was different")
        page.get_by_role("link", name="Changes").click()
        expect(page.locator("tbody tr").first).to_contain_text("push Help")
        page.get_by_role("link", name="One link").click()
        page.get_by_label("Link", exact=True).fill("https://a.example/other")
        expect(page.locator("main")).to_contain_text("The same as in HEAD.")


def test_keyboard(browser, shop):
    """Tests that the whole page works without a mouse, and that the focus is visible."""
    with Page(browser, shop) as page:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Skip to the answer"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main"
        page.locator(".skip").focus()
        names = []
        for _ in range(8):
            page.keyboard.press("Tab")
            names.append(page.evaluate("document.activeElement.textContent || document.activeElement.id"))
        assert names == ["One link", "Many links", "Screens", "Rules", "Tests", "Messages", "Source", "url"]
        page.keyboard.type("https://a.example/help")
        expect(page.locator(".verdict")).to_contain_text("Help")
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid"
        while page.evaluate("document.activeElement.tagName") != "SUMMARY":
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        assert page.locator("details.settings").get_attribute("open") is not None
        page.get_by_label("Rules", exact=True).focus()
        page.keyboard.press("ArrowDown")
        page.wait_for_function("document.activeElement.value === 'responses Files'")
        page.keyboard.press("ArrowUp")
        page.wait_for_function("document.activeElement.value === 'chain Default'")
        expect(page.get_by_role("status")).to_contain_text(re.compile("^The app pushes"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_roles_and_sizes(browser, shop, scheme):
    """Tests that axe finds no fault in any view, and that no view is wider than the screen."""
    axe = importlib.import_module("axe_playwright_python.sync_playwright").Axe()
    # The policy would refuse the script of axe.
    with Page(browser, shop, color_scheme=scheme, bypass_csp=True) as page:
        for view in ["link", "many", "screens", "rules", "tests", "messages", "source"]:
            page.goto(shop + fragment(view=view, url="https://a.example/product/1", flag="isHome", line="0:11"))
            page.locator(f'[data-view="{view}"][aria-current]').wait_for()
            for summary in page.locator("summary").all():
                summary.click()
            for size in [(360, 740), (820, 1180), (1440, 900)]:
                page.set_viewport_size({"width": size[0], "height": size[1]})
                assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
            results = axe.run(page)
            assert results.violations_count == 0, results.generate_report()
            assert page.evaluate(LOW_CONTRAST) == []


def test_a_thousand_rules(browser, tmp_path):
    rules = "".join(
        f'  when path[1] == "p{index}" && query.k{index % 7} != "x" present S(id: path[2]) cancel\n'
        for index in range(1000))
    address = written(tmp_path, f"screen S(id: String)\nchain Default {{\n{rules}  otherwise allow\n}}\n")
    for view in ["link", "rules", "screens"]:
        question = fragment(view=view, url="https://a.example/p999/1?k5=a")
        times = []
        for _ in range(3):
            with Page(browser, "about:blank") as page:
                # Processor time does not depend on other programs.
                session = page.context.new_cdp_session(page)
                session.send("Performance.enable", {"timeDomain": "threadTicks"})
                page.goto(address + question)
                page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
                metrics = session.send("Performance.getMetrics")["metrics"]
                times.append(next(1000 * each["value"] for each in metrics if each["name"] == "TaskDuration"))
        print(f"{view}: {times}")
        assert min(times) < LIMIT


def test_watch(browser, tmp_path):
    """Tests that an open page follows the rules without a reload, and keeps everything typed and opened."""
    written(tmp_path, SHOP)
    page_file = tmp_path / "rules.html"
    plain = page_file.read_text()
    assert "frame-src" not in plain and "iframe" not in plain and "setInterval" not in plain
    process = subprocess.Popen(
        [BASCULE, "page", "-o", "rules.html", "--watch"], cwd=tmp_path, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 600
        while "frame-src" not in page_file.read_text() and time.monotonic() < deadline:
            time.sleep(0.1)
        question = fragment(url="https://a.example/help", frame="new")
        with Page(browser, page_file.as_uri() + question) as page:
            page.evaluate("globalThis.isSamePage = true")
            expect(page.locator(".verdict")).to_contain_text("pushes the native screen Help")
            page.locator("summary", has_text="The parts of this link").click()
            page.get_by_label("Link", exact=True).focus()
            page.keyboard.press("Home")
            (tmp_path / "shop.bascule").write_text(SHOP.replace('"/help"', '"/assistance"'))
            expect(page.locator(".verdict")).to_contain_text("loads the link as a web page")
            assert page.evaluate("document.activeElement.id") == "url"
            assert page.evaluate("document.activeElement.selectionStart") == 0
            assert page.locator("details[open]", has_text="The parts of this link").count() == 1
            (tmp_path / "shop.bascule").write_text(SHOP.replace("push Help", "push Hel"))
            expect(page.get_by_role("alert")).to_contain_text("have errors now")
            expect(page.locator(".verdict.web")).to_contain_text("loads the link as a web page")
            (tmp_path / "shop.bascule").write_text(SHOP)
            expect(page.locator(".verdict")).to_contain_text("pushes the native screen Help")
            assert page.get_by_role("alert").count() == 0
            assert page.evaluate("globalThis.isSamePage")
            assert page.locator("iframe").count() <= 1
    finally:
        process.kill()
        process.wait()


def test_json(tmp_path):
    written(tmp_path, SHOP)
    model = json.loads(run(BASCULE, "page", "--format", "json", ".", cwd=tmp_path).stdout)
    assert [chain["name"] for chain in model["sets"][0]["chains"]] == ["Default", "Files"]
    refused = run(BASCULE, "page", "-o", "a.bascule", cwd=tmp_path, check=False)
    assert refused.returncode == 2


def test_source_is_fresh():
    """Tests that the compiled scripts in git belong to the current modules."""
    run("python3", "Tests/tools/compile_page.py", "--check", cwd=ROOT)


