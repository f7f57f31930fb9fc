"""Pages in headless Chromium, for the tests of the page and of the playground."""

import importlib
import os

import pytest

from conftest import tool

# The texts with less contrast to their background than level AA of WCAG 2.2 demands.
LOW_CONTRAST = """() => {
  const parts = (color) => color.match(/[\\d.]+/g).map(Number);
  const channel = (value) => value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const behind = (element) => {
    for (; element; element = element.parentElement) {
      const color = parts(getComputedStyle(element).backgroundColor);
      if ((color[3] ?? 1) === 1) return color;
    }
    return [255, 255, 255];
  };
  const found = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !element.checkVisibility() || element.closest(".hidden, svg")) continue;
    const style = getComputedStyle(element);
    const [a, b] = [light(parts(style.color)), light(behind(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || size >= 18.66 && Number(style.fontWeight) >= 700;
    if (ratio < (isLarge ? 3 : 4.5)) found.add(`${ratio.toFixed(2)} ${element.className}: ${texts.currentNode.data}`);
  }
  return [...found];
}"""


def expect(locator):
    """Assertions that wait until the page has drawn its answer."""
    expect = importlib.import_module("playwright.sync_api").expect
    # A limit for hangs only: the machine may be busy.
    expect.set_options(timeout=120_000)
    return expect(locator)


@pytest.fixture(scope="module")
def browser():
    program = tool("chromium")
    try:
        api = importlib.import_module("playwright.sync_api")
    except ImportError:
        message = "playwright is missing; run Tests/tools/install"
        pytest.fail(message) if os.environ.get("CI") else pytest.skip(message)
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


class Page:
    """A page in a context of its own; every error of its script fails the test."""

    def __init__(self, browser, address, **context):
        self.context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **context})
        self.context.set_default_timeout(120_000)
        self.page = self.context.new_page()
        self.problems = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", self.note)
        self.page.goto(address)

    def note(self, message):
        if message.type == "error":
            self.problems.append(message.text)

    def __enter__(self):
        return self.page

    def __exit__(self, kind, *_):
        self.context.close()
        if kind is None:
            assert self.problems == []
