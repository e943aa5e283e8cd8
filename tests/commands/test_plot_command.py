"""`pong-pg plot`: figures of real runs and policies, and bad input."""

from __future__ import annotations

import os
import struct
import sys
from pathlib import Path

import pytest
from histories import write_run

import pong_pg
from pong_pg.cli import main
from pong_pg.viewing.curve_plots import moving_mean

PNG = b"\x89PNG"


def _size(path: Path) -> tuple[int, int]:
    content = path.read_bytes()
    assert content.startswith(PNG)
    width, height = struct.unpack(">II", content[16:24])
    return width, height


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.chdir(tmp_path)
    write_run(tmp_path / "first", [None, -20.0, -19.0, None, 3.0])
    write_run(tmp_path / "second", [-21.0], seed=1)
    return ["first", "second"]


@pytest.mark.needs("matplotlib")
def test_curves_of_several_runs_go_to_a_png(
    runs: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["plot", *runs]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Drawing first (5 updates), second (1 update)",
        "Wrote curves.png",
    ]
    assert _size(tmp_path / "curves.png") == (1650, 1125)
    assert main(["plot", *runs]) == 2
    assert "curves.png exists already" in capsys.readouterr().err
    assert main(["plot", *runs, "--force"]) == 0


@pytest.mark.needs("matplotlib")
def test_an_svg_is_the_same_each_time_whatever_the_users_settings(
    runs: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import matplotlib as mpl

    assert main(["plot", "first", "-o", "a.svg"]) == 0
    monkeypatch.setitem(mpl.rcParams, "lines.linewidth", 9.0)
    monkeypatch.setitem(mpl.rcParams, "svg.fonttype", "none")
    assert main(["plot", "first", "-o", "b.svg"]) == 0
    content = (tmp_path / "a.svg").read_text()
    assert content == (tmp_path / "b.svg").read_text()
    assert "<svg" in content
    assert "<text" not in content
    assert mpl.rcParams["svg.fonttype"] == "none"


@pytest.mark.needs("matplotlib")
def test_weights_and_rally_of_a_pretrained_policy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["plot", "reference", "--weights"]) == 0
    assert _size(tmp_path / "weights.png")[0] == 1800
    assert main(["plot", "reference", "--rally", "--seed", "3"]) == 0
    out = capsys.readouterr().out
    assert "Playing a game of ALE/Pong-v5 with reference, seed 3, greedy, for its best rally" in out
    assert ": opponent " in out
    assert _size(tmp_path / "rally.png") == (1950, 975)


@pytest.mark.needs("matplotlib")
@pytest.mark.parametrize("name", [b"caf\xe9.npz", b"$x$ and $\\nothing$.npz", b"\x1b[31mred.npz"])
def test_whatever_a_file_is_called_it_is_drawn(
    name: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    pong_pg.load("reference").save(os.fsdecode(name))  # type: ignore[attr-defined]  # a Player of this package
    assert main(["plot", os.fsdecode(name), "--weights"]) == 0
    assert main(["plot", os.fsdecode(name), "--rally", "--env-arg", "max_num_frames_per_episode=40"]) == 0
    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.needs("matplotlib")
@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["fast"], "fast is not the directory of a run"),
        (["first", "first/../first"], "is named twice: name each run once"),
        (["empty"], "empty has nothing to plot, since the run has made no update yet"),
        (["first", "-o", "x.pdf"], "-o x.pdf must end in .png or .svg: name another file"),
        (["first", "--sample"], "--sample needs --rally: leave --sample out, or add --rally"),
        (["fast", "--weights", "--seed", "1"], "--seed needs --rally: leave --seed out, or add --rally"),
        (["fast", "reference", "--rally"], "--rally draws one policy; got 2: name one RUN"),
    ],
)
def test_mistakes_are_one_line(
    arguments: list[str], complaint: str, runs: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_run(tmp_path / "empty", [])
    assert main(["plot", *arguments]) == 2
    error = capsys.readouterr().err
    assert complaint in error
    assert error.count("\n") == 1
    assert not list(tmp_path.glob("*.png"))


def test_without_matplotlib_it_says_what_to_install(
    runs: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main(["plot", "first"]) == 2
    assert "run  pip install 'pong-pg[plot]" in capsys.readouterr().err


def test_moving_mean_is_that_of_a_loop() -> None:
    values = [3.0, 1.0, 4.0, 1.0, 5.0]
    assert moving_mean(values, 1) == pytest.approx(values)
    assert moving_mean(values, 3) == pytest.approx([3, 2, 8 / 3, 2, 10 / 3])
    assert not len(moving_mean([], 3))
