from __future__ import annotations

import io
import json
import re

import pytest

from pong_pg.doctor.checks import check_named
from pong_pg.doctor.finding import Finding
from pong_pg.doctor.report import Report, lines, print_table

FOUND = {
    "numpy": Finding("ok", "2.0", values={"version": "2.0"}),
    "ray": Finding("broken", "crashed with SIGSEGV", "pip install ray"),
    "gym": Finding("missing", "not installed", "pip install gym==0.26.2"),
    "compiler": Finding("limited", "[red]no C compiler[/red]", "pip install 'pong-pg[compiled]'"),
}


def report(**changes: Finding) -> Report:
    return Report(tuple((check_named(name), found) for name, found in {**FOUND, **changes}.items()), 1.25)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_only_what_is_required_makes_it_fail() -> None:
    assert report().failures() == ["ray"]
    assert report(ray=Finding("missing", "")).failures() == ["ray"]
    assert report(ray=Finding("limited", "")).failures() == []


def test_each_line_has_status_name_and_what_to_do() -> None:
    shown = lines(report())
    assert [line.split()[:2] for line in shown[:-1]] == [[found.status, name] for name, found in FOUND.items()]
    assert shown[1] == (
        "broken   ray       crashed with SIGSEGV (needed for training with workers; required); to do: pip install ray"
    )
    assert shown[-1] == "Training does not work here: see ray (4 checks in 1.2 s)"
    assert lines(report(ray=Finding("ok", "")))[-1] == "Everything that training needs works (4 checks in 1.2 s)"


def test_the_document_has_everything() -> None:
    document = json.loads(report().to_json())
    assert document["training_works"] is False
    assert document["failures"] == ["ray"]
    assert document["checks"][0] == {
        "name": "numpy",
        "group": "packages",
        "required": True,
        "needed_for": "training",
        "status": "ok",
        "detail": "2.0",
        "advice": "",
        "values": {"version": "2.0"},
    }


@pytest.mark.parametrize("no_color", [False, True])
def test_a_table_can_be_read_without_colours(no_color: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    if no_color:
        monkeypatch.setenv("NO_COLOR", "1")
    terminal = Terminal()
    print_table(report(), terminal)
    shown = terminal.getvalue()
    colours = re.findall(r"\033\[[\d;]*3\d[\d;]*m", shown)
    assert bool(colours) is not no_color
    plain = re.sub(r"\033\[[\d;]*m", "", shown)
    assert re.search(r"broken\W+ray\W+crashed with SIGSEGV\W+pip install ray", plain)
    # What packages say is no markup.
    assert "[red]no C compiler[/red]" in plain


def test_a_terminal_that_is_too_narrow_for_the_table_gets_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    stream = Terminal()
    print_table(report(), stream)
    assert stream.getvalue().splitlines() == lines(report())
