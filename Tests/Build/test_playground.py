"""The playground: its logic in Deno, its bad states, its examples, and all of it with the real core, in headless
Chromium and in WebKitGTK.

The real core takes long to build. So its tests run with `BASCULE_CORE=core.wasm`, and in a long run, which builds it.
"""

import base64
import importlib
import json
import os
import random
import re
import sys
import time
import zlib

import pytest

import webkit
from conftest import BASCULE, LONG, ROOT, run, tool
from cores import LOOP, TRAP, answering, playground, written
from pages import LOW_CONTRAST, Page, browser, expect  # noqa: F401

SHADOWED = 'when path like "/product/*/reviews" allow'
WITNESS = "https://store.example/product/a/reviews"


def test_logic():
    run(tool("deno"), "test", "--config", "Tests/TypeScript/deno.json", "Tests/TypeScript/playground", cwd=ROOT,
        DENO_DIR=str(ROOT / ".build/tools/deno-cache"))


def test_same_bytes():
    assert playground.playground(LOOP) == playground.playground(LOOP)


# The compressed core


def decompressed(folder, part, packed):
    """The bytes of each text, or the error as text."""
    files = []
    for index, content in enumerate(packed):
        files.append(folder / f"{part}-{index}")
        files[-1].write_bytes(content)
    run(tool("deno"), "run", "--quiet", "--no-check", "--allow-read", "--allow-write",
        "Tests/TypeScript/playground/decompress.ts", str(part), *files, cwd=ROOT,
        DENO_DIR=str(ROOT / ".build/tools/deno-cache"))
    results = [(file.with_name(f"{file.name}.out"), file.with_name(f"{file.name}.error")) for file in files]
    return [out.read_bytes() if out.exists() else error.read_text() for out, error in results]


def texts_to_compress():
    """Texts with literals, and with matches of all kinds, lengths and distances."""
    choice = random.Random(52)
    texts = [b"", b"a", b"ab" * 5000, bytes(70_000), choice.randbytes(3000), (ROOT / "README.md").read_bytes()]
    for _ in range(20):
        text = bytearray(choice.randbytes(choice.randrange(1, 400)))
        while len(text) < 300_000:
            start, length = choice.randrange(len(text)), choice.choice([1, 2, 3, 5, 17, 40, 300])
            text += text[start:start + length] + choice.randbytes(choice.choice([0, 0, 1, 2]))
        texts.append(bytes(text))
    with open(sys.executable, "rb") as program:
        texts.append(program.read(3_000_000))
    return texts


@pytest.mark.parametrize("part", [1 << 17, 1000])
def test_decompression(tmp_path, part):
    texts = texts_to_compress()
    assert decompressed(tmp_path, part, [playground.compressed(text) for text in texts]) == texts


def test_decompression_of_what_is_damaged(tmp_path):
    """An error or other bytes, and always an end."""
    text = (ROOT / "README.md").read_bytes()
    packed = playground.compressed(text)
    choice = random.Random(53)
    damaged = []
    for _ in range(100):
        place = choice.randrange(4, len(packed) - 40)
        damaged.append(packed[:place] + choice.randbytes(20) + packed[place + 20:])
    cut, *results = decompressed(tmp_path, 1000, [packed[:len(packed) // 2], *damaged])
    assert cut == "RangeError: the compressed text ends too early"
    assert len(results) == 100 and text not in results
    assert "RangeError: the compressed text repeats what is not there" in results
    short = decompressed(tmp_path, 2000, [b"", packed[:5]])
    assert all("RangeError" in error for error in short)


# Bad states


def test_a_core_that_does_not_start(browser, tmp_path):
    with Page(browser, written(tmp_path, b"\0asm and no more")) as page:
        expect(page.get_by_role("alert")).to_contain_text("Rules cannot be checked in this browser: CompileError")
        expect(page.locator("#count")).to_have_text("Rules cannot be checked here.")
        # All that needs no core still works.
        page.locator("#editor").fill("chain Main { otherwise allow }\n")
        expect(page.locator(".layer")).to_contain_text("chain Main")
        page.wait_for_url(re.compile("rules="))


def test_a_core_in_webkit(tmp_path):
    """A page from a file starts its worker, reads its core, and shares its rules."""
    program = webkit.built(tmp_path)
    with webkit.WebKitPage(program, written(tmp_path, answering({"findings": []}))) as page:
        page.wait("document.getElementById('count').textContent === 'No findings.'")
        page.type_at("///", "// mine\n")
        page.wait("location.hash.includes('rules=')")
        address = page.value("return location.href")
    with webkit.WebKitPage(program, address) as page:
        page.wait("document.getElementById('count').textContent === 'No findings.'")
        assert page.value("return document.getElementById('editor').value").startswith("// mine\n///")


def test_a_core_that_hangs(browser, tmp_path):
    with Page(browser, "about:blank") as page:
        page.clock.install()
        page.goto(written(tmp_path, LOOP))
        expect(page.locator("#count")).to_have_text("Checking…")
        # The worker has started when it has a request.
        page.wait_for_timeout(500)
        page.clock.fast_forward(21_000)
        expect(page.get_by_role("alert")).to_contain_text("it took longer than 20 seconds. The checker has started anew")
        page.get_by_role("button", name="Close").click()
        page.locator("#editor").press_sequentially("//")
        page.wait_for_timeout(500)
        page.clock.fast_forward(2_000)
        expect(page.locator("#count")).to_have_text("Still checking…")
        page.clock.fast_forward(21_000)
        expect(page.get_by_role("alert")).to_contain_text("it took longer than 20 seconds")


def test_a_core_that_ends(browser, tmp_path):
    with Page(browser, written(tmp_path, TRAP)) as page:
        expect(page.get_by_role("alert")).to_contain_text('The request "check" was stopped: RuntimeError: unreachable')


def test_an_error_is_not_an_absence_of_findings(browser, tmp_path):
    with Page(browser, written(tmp_path, answering({"error": "the request is not JSON"}))) as page:
        expect(page.get_by_role("alert")).to_contain_text("The rules cannot be checked: the request is not JSON.")
        expect(page.locator("#count")).to_have_text("No findings are known for these rules.")


def test_a_riddle_hides_only_its_own_findings(browser, tmp_path):
    """Rules that are brought back have their findings again, and a riddle that is brought back hides them."""
    with Page(browser, written(tmp_path, answering({"findings": []}))) as page:
        expect(page.locator("#count")).to_have_text("No findings.")
        own = page.locator("#editor").input_value()
        page.get_by_label("Example").select_option(label=playground.RIDDLES[0][0])
        page.get_by_role("button", name="Open example").click()
        expect(page.locator("#count")).to_contain_text("Read the rules first")
        page.get_by_role("button", name="Bring back what was there").click()
        expect(page.locator("#count")).to_have_text("No findings.")
        assert page.locator("#editor").input_value() == own
        page.get_by_role("button", name="Open example").click()
        expect(page.locator("#count")).to_contain_text("Read the rules first")
        page.get_by_label("Example").select_option(label=playground.EXAMPLES[0][1])
        page.get_by_role("button", name="Open example").click()
        expect(page.locator("#count")).to_have_text("No findings.")
        page.get_by_role("button", name="Bring back what was there").click()
        expect(page.locator("#count")).to_contain_text("Read the rules first")


def test_completion_while_the_core_is_asked(browser, tmp_path):
    """The list stays when a key is released before the answer to it comes."""
    answer = {"findings": [], "start": 0, "end": 1, "items": [{"label": "when"}]}
    with Page(browser, written(tmp_path, answering(answer))) as page:
        expect(page.locator("#count")).to_have_text("No findings.")
        page.locator("#editor").fill("")
        page.keyboard.type("w")
        options = page.locator("#completion").get_by_role("option")
        expect(options).to_have_count(1)
        page.locator("#editor").evaluate("""(area) => {
            area.value = "wh";
            area.dispatchEvent(new Event("input"));
            area.dispatchEvent(new Event("keyup"));
        }""")
        page.wait_for_timeout(500)
        expect(page.locator("#completion")).to_be_visible()
        page.keyboard.press("Tab")
        assert page.locator("#editor").input_value() == "when"


def test_the_policy(browser, tmp_path):
    """Tests that the page can send no request, and runs no script but its own."""
    opened = Page(browser, written(tmp_path, answering({"findings": []})))
    with opened as page:
        expect(page.locator("#count")).to_have_text("No findings.")
        for directive, script in {
            "connect-src": "fetch('https://a.example').catch(() => {})",
            "img-src": "new Image().src = 'https://a.example/a.png'",
            "script-src": "document.body.append(Object.assign(document.createElement('script'), {text: 'x'}))",
        }.items():
            refused = page.evaluate(f"""() => new Promise((done) => {{
              addEventListener("securitypolicyviolation", (event) => done(event.effectiveDirective), {{once: true}});
              {script};
            }})""")
            assert refused.startswith(directive)
        # Chromium reports the actions that the policy refuses.
        assert opened.problems
        opened.problems.clear()


def test_an_address_without_rules(browser, tmp_path):
    address = written(tmp_path, answering({"findings": []}))
    with Page(browser, address + "#rules=1nonsense") as page:
        expect(page.get_by_role("alert")).to_contain_text("The address does not hold rules that can be read")
        expect(page.locator("#count")).to_have_text("No findings.")
        page.locator("#editor").press_sequentially("// mine\n")
        page.wait_for_url(re.compile("rules=1(?!nonsense)"))
        shared = page.url
        page.get_by_role("button", name="Close").click()
        page.evaluate("location.hash = '#rules=2'")
        expect(page.get_by_role("alert")).to_contain_text("The rules here are as they were.")
        assert page.locator("#editor").input_value().startswith("// mine\n///")
        expect(page).to_have_url(shared)
    with Page(browser, shared) as page:
        expect(page.locator("#count")).to_have_text("No findings.")
        assert page.locator("#editor").input_value().startswith("// mine\n///")
        # The page itself has written the address, which counts after a reload, too.
        page.locator("#editor").press_sequentially("// more\n")
        page.wait_for_url(lambda address: address != shared)
        page.reload()
        expect(page.locator("#count")).to_have_text("No findings.")
        assert page.locator("#editor").input_value().startswith("// more\n// mine\n///")
        # Another address in the same page, and the way back.
        page.evaluate("(address) => location.hash = address.split('#')[1]", shared)
        expect(page.get_by_text("These are the rules of the address.")).to_be_visible()
        assert page.locator("#editor").input_value().startswith("// mine\n///")
        page.get_by_role("button", name="Bring back what was there").click()
        assert page.locator("#editor").input_value().startswith("// more\n// mine\n///")


def test_a_link_to_an_example(browser, tmp_path):
    """The copied address has the rules, also if nothing was changed."""
    grant = {"permissions": ["clipboard-read", "clipboard-write"]}
    with Page(browser, written(tmp_path, answering({"findings": []})), **grant) as page:
        expect(page.locator("#count")).to_have_text("No findings.")
        page.get_by_role("button", name="Copy link to this").click()
        page.get_by_role("button", name="Copied").wait_for()
        assert re.search(r"playground\.html#rules=1[\w-]+$", page.evaluate("navigator.clipboard.readText()"))


def test_files(browser, tmp_path):
    """Files are added, renamed and deleted with the keyboard, and a deleted one comes back."""
    with Page(browser, written(tmp_path, answering({"findings": []}))) as page:
        tabs = page.get_by_role("tab")
        page.get_by_role("button", name="New file").press("Enter")
        page.get_by_label("Name of the new file").fill("store")
        page.keyboard.press("Enter")
        expect(page.locator(".name-form [role=alert]")).to_have_text("there is a file store.bascule already")
        page.get_by_label("Name of the new file").fill("more")
        page.keyboard.press("Enter")
        expect(tabs).to_have_text(["store.bascule", "more.bascule"])
        assert page.evaluate("document.activeElement.id") == "editor"
        page.keyboard.type("chain A {\nallow")
        assert page.locator("#editor").input_value() == "chain A {\n  allow"
        page.keyboard.press("Enter")
        page.keyboard.type("}")
        assert page.locator("#editor").input_value() == "chain A {\n  allow\n}"
        page.get_by_role("button", name="Rename").click()
        page.get_by_label("New name of more.bascule").fill("a.bascule")
        page.keyboard.press("Enter")
        expect(tabs).to_have_text(["store.bascule", "a.bascule"])
        tabs.nth(1).focus()
        page.keyboard.press("ArrowLeft")
        expect(tabs.nth(0)).to_have_attribute("aria-selected", "true")
        assert page.evaluate("document.activeElement.textContent") == "store.bascule"
        tabs.nth(1).click()
        page.get_by_role("button", name="Delete file").click()
        expect(tabs).to_have_text(["store.bascule"])
        page.get_by_role("button", name="Bring it back").click()
        expect(tabs).to_have_text(["store.bascule", "a.bascule"])
        assert page.locator("#editor").input_value() == "chain A {\n  allow\n}"


# The examples

#: The only finding of each riddle.
RIDDLES = {
    "rocketchat": "unreachable-rule",
    "hotwire": "unreachable-handler",
    "duckduckgo": "redundant-rule",
    "shopify": "dead-alternative",
    "capacitor": "unsafe-open",
    "pocketcasts": "suspicious-literal",
}


@pytest.mark.parametrize("name", [name for _, name in playground.RIDDLES])
def test_riddles(name):
    """Each has one mistake, which the page about real apps reports for that app."""
    file = f"Sources/Playground/bugs/{name}.bascule"
    found = json.loads(run(BASCULE, "check", "--format", "json", file, cwd=ROOT, check=False).stdout)["findings"]
    assert [finding["code"] for finding in found] == [RIDDLES[name]]
    run(BASCULE, "format", "--check", file, cwd=ROOT)
    app = re.match(r"// ([^:]+):", (ROOT / file).read_text())[1]
    page = (ROOT / "Sources/Documentation/found-in-real-apps.md").read_text()
    assert re.search(rf"^\| {re.escape(app)} \|.*`{RIDDLES[name]}`", page, re.M)


# With the real core


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    """The address of the playground with the real core."""
    core = os.environ.get("BASCULE_CORE")
    if core is None:
        if not LONG:
            pytest.skip("NOT TESTED: the playground with its core; set BASCULE_CORE, or run Tests/run --long")
        run(".github/release/build", "--browser", cwd=ROOT)
        core = ROOT / ".build/release-files/core.wasm"
    folder = tmp_path_factory.mktemp("playground")
    run(".github/release/playground.py", core, folder / "playground.html", cwd=ROOT)
    assert (folder / "playground.html").stat().st_size <= 3_000_000
    return (folder / "playground.html").as_uri()


def fragment(page) -> str:
    return page.url.partition("#")[2]


def rules_in(address: str) -> str:
    """The text of the first file in an address; a page writes the address some time after the rules."""
    match = re.search(r"rules=1([\w-]+)", address)
    if match is None:
        return ""
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(f"{match[1]}==="), -15))["files"][0]["text"]


def test_a_question_from_rule_to_link(browser, real):
    """Someone types a rule that an earlier one shadows, sees it, fixes it, asks, and sends the question."""
    with Page(browser, real) as page:
        finding = page.locator(".finding")
        expect(finding).to_have_count(1)
        expect(finding).to_contain_text("no request reaches this rule in Default: it is shadowed")
        expect(page.get_by_role("link", name="One link")).to_be_visible()
        # Another one, in the words of the editor.
        page.locator("#editor").evaluate(
            "(area) => { const place = area.value.indexOf('  otherwise allow'); area.focus();"
            " area.setSelectionRange(place, place); }")
        page.keyboard.type('  when path == "/product/1" && scheme == "tel" cancel\n')
        page.keyboard.press("Escape")
        expect(page.locator("#count")).to_contain_text("2 errors", ignore_case=True)
        page.keyboard.press("Shift+ArrowUp")
        page.keyboard.press("Delete")
        # In place: the underline, and the message beside it.
        expect(finding).to_have_count(1)
        expect(page.locator(".layer .found-error")).to_have_text(["path ", "like", " ", '"/product/*/reviews"'])
        page.locator(".found-error").first.hover(force=True)
        expect(page.locator(".card")).to_contain_text(WITNESS)
        # The witness is a question.
        finding.get_by_role("button", name=WITNESS).first.click()
        expect(page.locator(".verdict")).to_contain_text('presents the native screen Product(id: "a")')
        assert page.evaluate("document.activeElement.id") == "main"
        finding.get_by_role("button", name="Fix it").click()
        expect(page.locator("#count")).to_have_text("No findings.")
        expect(page.locator(".verdict")).to_contain_text("loads the link as a web page")
        fixed = page.locator("#editor").input_value()
        assert fixed.index(SHADOWED) < fixed.index("use Nat")
        page.keyboard.press("Control+z")
        expect(finding).to_have_count(1)
        page.keyboard.press("Control+Shift+z")
        expect(page.locator("#count")).to_have_text("No findings.")
        assert page.locator("#editor").input_value() == fixed
        # Another link, with a value of the app.
        page.get_by_label("Link", exact=True).fill("https://store.example/orders/3")
        expect(page.locator(".verdict")).to_contain_text("presents the native screen SignIn")
        page.locator("summary", has_text="Circumstances").click()
        page.get_by_label("isSignedIn").check()
        expect(page.locator(".verdict")).to_contain_text("loads the link as a web page")
        page.wait_for_url(lambda address: "flag=isSignedIn" in address and rules_in(address) == fixed)
        address = page.url
    with Page(browser, address) as page:
        expect(page.locator("#count")).to_have_text("No findings.")
        expect(page.locator(".verdict")).to_contain_text("loads the link as a web page")
        assert page.get_by_label("isSignedIn").is_checked()
        assert fragment(page) == address.partition("#")[2]


def test_the_same_in_webkit(real, tmp_path):
    program = webkit.built(tmp_path)
    with webkit.WebKitPage(program, real) as page:
        page.wait("document.querySelectorAll('.finding').length === 1")
        page.wait("document.querySelector('#views a') !== null")
        page.type_at("  otherwise allow", '  when path == "/product/1" && scheme == "tel" cancel\n')
        page.wait("document.querySelectorAll('.finding').length === 2")
        assert page.value("document.execCommand('undo'); return document.getElementById('editor').value") != ""
        page.wait("document.querySelectorAll('.finding').length === 1")
        assert WITNESS in page.text(".finding button.try")
        # The underline, and the text area exactly above the coloured lines.
        style = "getComputedStyle(document.querySelector('.found-error')).textDecorationLine"
        assert page.value(f"return {style}") == "underline"
        assert page.value("""
            const [area, layer] = ["#editor", ".layer"].map((name) => document.querySelector(name));
            return area.scrollHeight === area.clientHeight && area.scrollWidth === area.clientWidth &&
              area.offsetHeight === layer.offsetHeight && area.offsetWidth === layer.offsetWidth""")
        page.click(".finding button.try")
        page.wait("document.querySelector('.verdict')?.textContent.includes('Product(id: \"a\")')")
        page.click(".finding .fix")
        page.wait("document.getElementById('count').textContent === 'No findings.'")
        page.wait("document.querySelector('.verdict')?.textContent.includes('loads the link as a web page')")
        page.value("""
            const field = document.getElementById("url");
            field.value = "https://store.example/orders/3";
            field.dispatchEvent(new Event("input"));""")
        page.wait("document.querySelector('.verdict')?.textContent.includes('SignIn')")
        page.click(".settings summary")
        page.click(".settings input[type=checkbox]")
        page.wait("document.querySelector('.verdict')?.textContent.includes('loads the link as a web page')")
        page.wait("location.hash.includes('flag=isSignedIn')")
        fixed = page.value("return document.getElementById('editor').value")
        for _ in range(300):
            address = page.value("return location.href")
            if rules_in(address) == fixed:
                break
            time.sleep(0.1)
        assert rules_in(address) == fixed
    with webkit.WebKitPage(program, address) as page:
        page.wait("document.getElementById('count').textContent === 'No findings.'")
        page.wait("document.querySelector('.verdict')?.textContent.includes('loads the link as a web page')")
        assert page.value("return location.href") == address


def test_completion_and_format(browser, real):
    with Page(browser, real) as page:
        expect(page.locator(".finding")).to_have_count(1)
        editor = page.locator("#editor")
        editor.evaluate(
            "(area) => { const place = area.value.indexOf('  otherwise allow'); area.focus();"
            " area.setSelectionRange(place, place); }")
        page.keyboard.type("  whe")
        options = page.locator("#completion").get_by_role("option")
        expect(options.first).to_contain_text("when")
        page.keyboard.press("Tab")
        page.keyboard.type(' path   ==  "/x"   canc')
        page.keyboard.press("Control+Space")
        expect(options.first).to_contain_text("cancel")
        page.keyboard.press("Enter")
        page.keyboard.type("\n")
        page.keyboard.press("Escape")
        assert '  when path   ==  "/x"   cancel\n' in editor.input_value()
        page.keyboard.press("Control+s")
        expect(page.get_by_role("status").filter(has_text="formatted")).to_have_count(1)
        assert '  when path == "/x" cancel\n' in editor.input_value()
        page.keyboard.press("F8")
        expect(page.locator("#status")).to_contain_text("error: no request reaches this rule")
        page.keyboard.press("Control+.")
        expect(page.locator("#count")).to_have_text("No findings.")


def test_two_versions_and_code(browser, real):
    with Page(browser, real) as page:
        page.get_by_label("Example").select_option(label="Shop")
        page.get_by_role("button", name="Open example").click()
        expect(page.locator("#count")).to_have_text("No findings.")
        page.get_by_role("link", name="Changes").click()
        page.get_by_role("button", name="Keep this version").click()
        expect(page.get_by_text("Every request is treated the same")).to_be_visible()
        editor = page.locator("#editor")
        editor.fill(editor.input_value().replace("otherwise allow", "otherwise cancel", 1))
        expect(page.locator("main tbody tr").first).to_be_visible()
        expect(page.locator(".beside .removed").first).to_contain_text("otherwise allow")
        expect(page).to_have_url(re.compile("rules="))
        page.get_by_role("link", name="Code").click()
        expect(page.locator("summary", has_text=".swift").first).to_be_visible()
        page.get_by_label("TypeScript").check()
        expect(page.locator("pre.generated").first).to_contain_text("export ")
        page.get_by_role("button", name="Bring back what was there").click()
        expect(page.locator(".finding")).to_have_count(1)


def test_findings_of_examples(browser, real):
    """The same as those of the program, and the place of each is in the text."""
    with Page(browser, real) as page:
        for group, title, place in [*playground.EXAMPLES, *(("", *riddle) for riddle in playground.RIDDLES)]:
            page.get_by_label("Example").select_option(label=title)
            page.get_by_role("button", name="Open example").click()
            if group == "":
                expect(page.locator("#count")).to_contain_text("Read the rules first")
                assert page.locator(".found").count() == 0
                page.get_by_role("button", name="Show what Bascule finds").click()
            expect(page.locator("#count")).to_contain_text(re.compile(r"findings\.|errors?|warnings?|notes?", re.I))
            path = place if group else f"Sources/Playground/bugs/{place}.bascule"
            found = json.loads(run(BASCULE, "check", "--format", "json", path, cwd=ROOT, check=False).stdout)
            messages = [finding["message"].replace("`", "") for finding in found["findings"]]
            shown = page.locator(".finding .message").all_inner_texts()
            assert len(shown) == len(messages)
            assert all(any(message in text for text in shown) for message in messages)
            assert (page.locator(".found").count() > 0) == (len(messages) > 0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_roles_and_sizes(browser, real, scheme):
    """axe finds no fault, and nothing is wider than the screen."""
    axe = importlib.import_module("axe_playwright_python.sync_playwright").Axe()
    with Page(browser, real, color_scheme=scheme, bypass_csp=True) as page:
        expect(page.locator(".finding")).to_have_count(1)
        page.get_by_role("link", name="Changes").click()
        page.get_by_role("button", name="Keep this version").click()
        page.locator(".keys summary").click()
        for view in ["link", "rules", "code", "changes"]:
            page.locator(f'[data-view="{view}"]').click()
            page.locator(f'[data-view="{view}"][aria-current]').wait_for()
            for size in [(360, 740), (390, 844), (800, 1100), (1400, 900)]:
                page.set_viewport_size({"width": size[0], "height": size[1]})
                assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
            results = axe.run(page)
            assert results.violations_count == 0, results.generate_report()
            assert page.evaluate(LOW_CONTRAST) == []
