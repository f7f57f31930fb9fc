"""Tests that the benchmark of typing runs: each client's messages are answered, without an error."""

import importlib.util
from importlib.machinery import SourceFileLoader

import pytest
from server import PROGRAM, ROOT

# The program has no ending in its name.
loader = SourceFileLoader("typing_benchmark", str(ROOT / "Tests/benchmark/typing"))
typing = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
loader.exec_module(typing)
session = typing.session


@pytest.mark.parametrize("files", [1, 4])
@pytest.mark.parametrize("client", ["vscode", "neovim", "emacs"])
def test_the_recorded_messages_are_answered(tmp_path, client, files):
    recording = typing.recordings()[client]
    file, row = session.write(tmp_path / "rules", 40, files)
    found = typing.Session(PROGRAM, recording, tmp_path / "rules", file, row, speed=20).run()
    assert found["errors"] == []
    sent = {event["method"] for event in recording["events"] if "id" in event and event["at"] >= 0}
    # The other requests may have been cancelled.
    assert set(found["times"]) <= sent and found["times"]
    assert found["end"] < float("inf"), "no findings for the last text"


def test_the_line_is_typed(tmp_path):
    """Tests that the edits of each recording write the line below the one in the middle."""
    for client, recording in typing.recordings().items():
        file, row = session.write(tmp_path / client, 40)
        lines = file.read_text().split("\n")
        text = "\n".join(lines)
        for event in recording["events"]:
            if event["method"] != "textDocument/didChange":
                continue
            for change in session.absolute(event["params"], row + 1, len(lines) - 1)["contentChanges"]:
                starts = [0]
                for line in text.split("\n"):
                    starts.append(starts[-1] + len(line) + 1)
                start, end = (
                    starts[change["range"][key]["line"]] + change["range"][key]["character"] for key in ("start", "end")
                )
                text = text[:start] + change["text"] + text[end:]
        typed = text.split("\n")[row + 1]
        assert typed.strip() == session.LINE.strip(), client
        assert text.replace(typed + "\n", "") == "\n".join(lines), client
