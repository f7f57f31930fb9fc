"""`bascule page --editable`: the playground with the rules of a project."""

import json
import re
import shutil

import pytest

from conftest import BASCULE, RULES, run, tool
from cores import LOOP, answering, playground, written
from pages import Page, browser, expect  # noqa: F401
from targets import version


def editable(folder, *arguments, program=BASCULE, check=True):
    return run(program, "page", "-o", "rules.html", "--editable", *arguments, cwd=folder, check=check)


@pytest.fixture
def project(tmp_path):
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules/shop.bascule").write_text(RULES + 'script Taps at documentEnd frames main from "taps.js"\n')
    (tmp_path / "rules/taps.js").write_text("// </script><!-- \u2028\n")
    (tmp_path / "rules/bascule.json").write_text("{}\n")
    return tmp_path


def test_editable(browser, project):
    """The page has the files of the project; all else is the playground."""
    written(project, answering({"findings": []}))
    (project / "rules.html").unlink(missing_ok=True)
    editable(project, "rules", "--playground", "playground.html")
    text, original = (project / "rules.html").read_text(), (project / "playground.html").read_text()
    assert len(text) > len(original)
    assert re.sub(r'(?s)(<script id="start" type="application/json">).*?(</script>)', r"\1null\2", text) == original
    with Page(browser, (project / "rules.html").as_uri()) as page:
        expect(page.get_by_role("heading", level=1)).to_have_text("Rules of rules")
        expect(page.get_by_role("tab")).to_have_text(["shop.bascule", "taps.js"])
        assert page.locator("#editor").input_value() == (project / "rules/shop.bascule").read_text()
        page.get_by_role("tab", name="taps.js").click()
        assert page.locator("#editor").input_value() == (project / "rules/taps.js").read_text()


def test_editable_against_a_revision(project):
    """The former rules are the version to compare with."""
    git = [tool("git"), "-c", "user.name=a", "-c", "user.email=a@a.example"]
    run(*git, "init", "-q", "-b", "main", cwd=project)
    run(*git, "add", "rules", cwd=project)
    run(*git, "commit", "-q", "-m", "a", cwd=project)
    file = project / "rules/shop.bascule"
    before, after = file.read_text(), file.read_text().replace("cancel", "allow")
    file.write_text(after)
    written(project, LOOP)
    editable(project, "rules", "--playground", "playground.html", "--against", "HEAD")
    start = re.search(r'<script id="start" type="application/json">(.*?)</script>', (project / "rules.html").read_text())
    rules = json.loads(start[1])
    assert [rules["files"][0]["text"], rules["pinned"][0]["text"]] == [after, before]
    assert [file["name"] for file in rules["pinned"]] == ["shop.bascule", "taps.js"]


def test_editable_beside_the_program(project):
    """The file of a release is beside the program, or where packages have their data."""
    (project / "usr/bin").mkdir(parents=True)
    (project / "usr/share/bascule").mkdir(parents=True)
    program = project / "usr/bin/bascule"
    shutil.copy2(BASCULE, program)
    refused = editable(project, "rules", program=program, check=False)
    assert refused.returncode == 3
    assert f"take it from the release {version()} of Bascule" in refused.stdout
    assert not (project / "rules.html").exists()
    written(project / "usr/share/bascule", LOOP)
    (project / "link").symlink_to(program)
    editable(project, "rules", program=project / "link")
    assert "shop.bascule" in (project / "rules.html").read_text()
    (project / "usr/bin/playground.html").write_text("<!DOCTYPE html>")
    assert "it is no playground" in editable(project, "rules", program=program, check=False).stdout


def test_editable_refuses(project):
    page = playground.playground(LOOP)
    (project / "old.html").write_text(page.replace(f"playground {version()}", "playground 0.0.9"))
    (project / "new.html").write_text(page)
    (project / "more").mkdir()
    (project / "more/bascule.json").write_text("{}\n")
    (project / "more/a.bascule").write_text(RULES)
    (project / "large").mkdir()
    (project / "large/bascule.json").write_text("{}\n")
    for index in range(51):
        (project / f"large/f{index}.bascule").write_text(f"screen S{index}\n")
    cases = [
        (["rules", "--playground", "old.html"], 3, "it is the playground of Bascule 0.0.9, not of"),
        (["rules", "--playground", "none.html"], 3, "cannot read `none.html`"),
        (["rules", "more", "--playground", "new.html"], 2, "takes one rule set, not 2"),
        (["rules", "--watch"], 2, "exclude each other"),
        (["rules", "--format", "json"], 2, "exclude each other"),
        (["large", "--playground", "new.html"], 3, "50 files"),
    ]
    for arguments, code, message in cases:
        refused = editable(project, *arguments, check=False)
        assert (refused.returncode, message in refused.stdout) == (code, True), refused.stdout
        assert not (project / "rules.html").exists()
    refused = run(BASCULE, "page", "rules", "--playground", "new.html", cwd=project, check=False)
    assert refused.returncode == 2 and "needs `--editable`" in refused.stdout
