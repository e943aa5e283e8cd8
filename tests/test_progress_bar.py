from __future__ import annotations

import io
import re
import time

import pytest

from pong_pg import progress_bar
from pong_pg.progress_bar import counting, is_live, live_bar, time_left, waiting


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True

    @property
    def text(self) -> str:
        """What was written, without colours."""
        return re.sub(r"\x1b\[[\d;]*m", "", self.getvalue())


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    return Terminal()


def test_only_a_terminal_that_can_draw_anew_is_live(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_live(terminal)
    assert not is_live(io.StringIO())
    monkeypatch.setenv("TERM", "dumb")
    assert not is_live(terminal)


def test_waiting_is_a_line_elsewhere() -> None:
    stream = io.StringIO()
    with waiting(stream, "Starting Ray on this machine", "3 to 15 s"):
        assert stream.getvalue() == "Starting Ray on this machine\n"
    assert stream.getvalue() == "Starting Ray on this machine\n"


def test_waiting_has_a_clock_on_a_terminal_and_leaves_the_seconds(terminal: Terminal) -> None:
    with waiting(terminal, "Starting [Ray]", "3 to 15 s"):
        pass
    assert re.search(r"Starting \[Ray\] \d:\d\d:\d\d \(usually 3 to 15 s\)", terminal.text)
    assert re.search(r"Starting \[Ray\]: \d+\.\d s\n$", terminal.text)


def test_a_terminal_gets_its_cursor_back_after_an_error(terminal: Terminal) -> None:
    with pytest.raises(ValueError, match="lost"), waiting(terminal, "Starting"):
        raise ValueError("lost")
    shown, hidden = terminal.getvalue().rfind("\x1b[?25h"), terminal.getvalue().rfind("\x1b[?25l")
    assert shown > hidden
    assert "Starting: " not in terminal.text


def test_a_bar_shows_how_many_the_time_left_and_what_is_done(terminal: Terminal) -> None:
    with live_bar(terminal) as bar:
        task = bar.add_task("a measurement [with brackets] " + "that is long " * 10, total=3)
        bar.update(task, advance=3)
    text = terminal.text
    assert "3/3" in text
    assert "0:00:00 left" in text
    assert "a measurement [with brackets]" in text
    assert "…" in text


def test_what_is_counted_is_named_on_a_terminal(terminal: Terminal) -> None:
    with counting(terminal, "Reading", 2) as begin:
        for name in ("one", "two"):
            begin(name)
    assert "1/2" in terminal.text
    assert "Reading two" in terminal.text


def test_what_is_counted_prints_nothing_elsewhere_unless_it_is_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    with counting(stream, "Reading", 2) as begin:
        begin("one")
        begin("two")
    assert stream.getvalue() == ""
    monkeypatch.setattr(progress_bar, "_QUIET", 0.01)
    with counting(stream, "Reading", 2) as begin:
        begin("one")
        time.sleep(0.02)
        begin("two")
    assert stream.getvalue() == "Reading two (2 of 2)\n"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "about 1 s left"),
        (89.4, "about 89 s left"),
        (90, "about 2 min left"),
        (3600, "about 60 min left"),
        (9000, "about 2.5 h left"),
    ],
)
def test_an_estimate_is_in_words(seconds: float, text: str) -> None:
    assert time_left(seconds) == text
