"""`pong-pg play` and `pong-pg match`: what can't be is one line, and a small match as JSON."""

from __future__ import annotations

import json
import sys

import pytest

from pong_pg import cli
from pong_pg.compat import _versions

two_players = pytest.mark.needs("multi-agent-ale-py>=0.1.12", "ale-py>=0.9")


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        (["play"], "this needs a terminal"),
        (["match", "fast"], "a match is played by two runs; got 1"),
        (["match", "fast", "--all", "fast", "reference"], "--all names all that play: put fast after it"),
        (["match", "--all", "fast"], "--all needs at least two runs; got 1"),
        (["match", "--all", "fast", "fast"], "fast is named twice"),
        (["match", "fast", "fast", "--force"], "--force needs --record"),
        (["match", "fast", "fast", "--record", "rally.avi"], "rally.avi"),
    ],
)
def test_what_can_not_be_is_one_line(command: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(command) == 2
    told = capsys.readouterr()
    assert complaint in told.err
    assert len(told.err.splitlines()) == 1
    assert told.out == ""


@two_players
@pytest.mark.parametrize(
    ("options", "complaint"),
    [(["--env", "Breakout-v0"], "two players play Pong only"), (["--env", "Pong-ram-v0"], "two players see frames")],
)
def test_environments_that_can_not_be(options: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["match", "fast", "fast", *options]) == 2
    assert complaint in capsys.readouterr().err


def test_without_the_extra_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "multi_agent_ale_py", None)
    assert cli.main(["match", "fast", "fast"]) == 2
    assert "pip install 'pong-pg[play]'" in capsys.readouterr().err
    monkeypatch.setattr(_versions, "installed_version", lambda _: None)
    monkeypatch.setenv("SDL_VIDEODRIVER", "none-such")
    assert cli.main(["play", "--window", "--side", "left"]) == 2
    assert "--side left needs the game for two players" in capsys.readouterr().err


@two_players
def test_a_match_as_json(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from pong_pg.versus import rules

    monkeypatch.setattr(rules.Rules, "__init__", _short(rules.Rules.__init__))
    assert cli.main(["match", "fast", "reference", "--games", "2", "--json"]) == 0
    told = capsys.readouterr()
    document = json.loads(told.out)
    assert (document["a"], document["b"], document["sides_swapped"]) == ("fast", "reference", True)
    assert [one["a_is_right"] for one in document["games"]] == [True, False]
    assert told.err.splitlines()[1].startswith("Game 1 of 2: fast (right) ")


def _short(init: object) -> object:
    def short(self: object, *args: object, **kwargs: object) -> None:
        init(self, *args, **{**kwargs, "max_frames": 200})  # type: ignore[operator]

    return short
