from __future__ import annotations

import contextlib
import dataclasses
import io
import json
import math
import re
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from histories import write_run

from pong_pg.cli import main
from pong_pg.viewing import curve_plots as plot
from pong_pg.viewing import figures
from pong_pg.viewing.curves import grouped, print_comparison, read_run

RISING = [-20.0] * 5 + [1.0] * 10


@pytest.fixture
def runs(tmp_path: Path) -> list[str]:
    paths = [write_run(tmp_path / f"seed{seed}", [-20.0] * seed + RISING, seed=seed) for seed in range(3)]
    paths.append(write_run(tmp_path / "ppo", [-20.0] * 9, algorithm="ppo"))
    return [str(path) for path in paths]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The figures that are drawn in a test."""
    figures_drawn: list[Any] = []

    @contextlib.contextmanager
    def recorded(*args: Any) -> Iterator[Any]:
        with figures.drawn_figure(*args) as figure:
            figures_drawn.append(figure)
            yield figure

    monkeypatch.setattr(plot, "drawn_figure", recorded)
    return figures_drawn


def test_the_table_has_median_and_range_over_the_seeds(runs: list[str]) -> None:
    stream = io.StringIO()
    print_comparison(grouped([read_run(Path(path)) for path in runs]), stream)
    lines = stream.getvalue().splitlines()
    # Ten updates, of ten games each, after the first five; the other seeds begin one and two later.
    reached = next(line for line in lines if "3 of 3" in line and " 0 " in line)
    assert "110 (100 to 120)" in reached
    assert "1.1 (1.0 to 1.2)" in reached
    assert any("0, 1, 2" in line and "160 (150 to 170)" in line for line in lines)
    assert sum("0 of 1" in line for line in lines) == 5
    assert all(len(line) <= 120 for line in lines)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("stream", [Terminal(), io.StringIO()])
def test_names_and_numbers_are_whole_on_a_narrow_terminal_and_off_it(
    stream: io.StringIO, runs: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    print_comparison(grouped([read_run(Path(path)) for path in runs]), stream)
    text = re.sub(r"\x1b\[[0-9;]*m", "", stream.getvalue())
    assert "reinforce" in text
    assert "…" not in text
    table = [line for line in text.splitlines() if line.startswith(("│", "┃"))]
    assert all(line.endswith(("│", "┃")) for line in table)
    assert max(map(len, table)) <= 80 or not stream.isatty()
    if not stream.isatty():
        assert any("reinforce" in line and "160 (150 to 170)" in line for line in table)


def test_the_document_holds_the_same(runs: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", *runs, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    reinforce, ppo = document["groups"]
    assert reinforce["reached"]["0"]["games"] == {"median": 110, "low": 100, "high": 120, "count": 3}
    assert reinforce["run_dirs"] == runs[:3]
    assert ppo["reached"]["0"]["games"] is None
    assert ppo["last"]["mean_return"]["median"] == -20


@pytest.mark.needs("matplotlib")
def test_the_picture_is_a_png_and_an_older_one_is_kept(
    runs: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "curves.png"
    assert main(["compare", *runs, "--plot", str(picture)]) == 0
    assert f"Wrote {picture}" in capsys.readouterr().out
    content = picture.read_bytes()
    assert content.startswith(b"\x89PNG")
    assert struct.unpack(">II", content[16:24]) == (1950, 675)
    assert main(["compare", *runs, "--plot", str(picture)]) == 2
    assert "exists already: name another file, or overwrite it with --force" in capsys.readouterr().err
    assert main(["compare", *runs, "--plot", str(picture), "--force"]) == 0


@pytest.mark.needs("matplotlib")
def test_curves_are_drawn_to_their_end(runs: list[str], tmp_path: Path, drawn: list[Any]) -> None:
    # Divided into parts and put together again, this number is greater than before.
    end = 0.7349
    while end * 200 / 200 <= end:
        end = math.nextafter(end, 1)
    (group,) = grouped([read_run(Path(runs[0]))])
    (run,) = group.runs
    curve = [*run.curve[:-1], dataclasses.replace(run.curve[-1], minutes=end)]
    plot.write_comparison(
        [dataclasses.replace(group, runs=[dataclasses.replace(run, curve=curve)])], tmp_path / "a.png"
    )
    minutes = drawn[0].axes[list(plot._COMPARED).index("minutes")]
    assert minutes.lines[0].get_xdata()[-1] == end


@pytest.mark.needs("matplotlib")
@pytest.mark.parametrize("count", [1, 12])
def test_long_names_leave_the_panels_their_size(count: int, runs: list[str], tmp_path: Path, drawn: list[Any]) -> None:
    group = grouped([read_run(Path(runs[0]))])[0]
    plot.write_comparison([dataclasses.replace(group, name="a setting 0.5, " * 30)] * count, tmp_path / "curves.png")
    (figure,) = drawn
    for axes in figure.axes:
        box = axes.get_window_extent()
        assert box.width > figure.bbox.width / 4
        assert box.height > box.width / 2
    (legend,) = figure.legends
    assert legend.get_window_extent().width < figure.bbox.width
    assert [text.get_text().count("\n") for text in legend.get_texts()] == [2] * count


def test_mistakes_are_one_line(runs: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for arguments, complaint in (
        ([*runs, f"{runs[1]}/../seed1"], "seed1 is named twice: name each run once"),
        (["nowhere"], "nowhere is not the directory of a run"),
        ([*runs, "--force"], "--force needs --plot"),
        ([*runs, "--plot", str(tmp_path / "curves.pdf")], "--plot writes a PNG"),
    ):
        assert main(["compare", *arguments]) == 2
        error = capsys.readouterr().err
        assert complaint in error
        assert error.count("\n") == 1
