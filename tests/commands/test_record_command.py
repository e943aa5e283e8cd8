"""`pong-pg record`: what it writes, what it says, and what it refuses."""

from __future__ import annotations

import itertools
import os
import re
from pathlib import Path
from typing import Any

import pytest
from falling import FallingBall

from pong_pg.cli import main
from pong_pg.commands.options import resolved
from pong_pg.game.env import training_env
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.viewing import game_steps
from pong_pg.viewing.game_steps import Games
from pong_pg.viewing.recording import record

pytestmark = pytest.mark.needs("pillow>=10.1", "imageio-ffmpeg")

SHORT = ["--env-arg", "max_num_frames_per_episode=40"]


@pytest.mark.parametrize(
    ("options", "size", "frames"),
    [
        (["-o", "a.gif", "--scale", "1", "--no-rally"], "160x210", 2 * 10 + 1 + 30),
        (["-o", "a.gif", "--overlay", "--scale", "2", "--sample"], "480x420", 2 * 10 + 1 + 30),
        (["-o", "a.mp4", "--rally"], "480x630", 2 * 10 + 1 + 30),
    ],
)
def test_the_last_line_says_what_was_written(
    options: list[str],
    size: str,
    frames: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["record", "fast", *SHORT, *options]) == 0
    first, *_, last = capsys.readouterr().out.splitlines()
    name = options[1]
    how = "sampled" if "--sample" in options else "greedy"
    what = "the whole game" if "--no-rally" in options else "the best rally"
    assert first == f"Playing ALE/Pong-v5 with fast, seed 0, {how}; writing {what} to {name}"
    assert re.fullmatch(rf"Wrote {name}: 0\.0\d MB, {size}, {frames / 30:.1f} seconds, {frames} frames", last)
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(("name", "what"), [("a.GIF", "rally"), ("a.mp4", "game")])
def test_a_gif_has_a_rally_unless_it_is_to_have_the_game(
    name: str, what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    short = ["--env-arg", "max_num_frames_per_episode=400", "--scale", "1"]
    path = tmp_path / name
    assert main(["record", "reference", *short, "-o", str(path)]) == 0
    out = capsys.readouterr().out
    assert ("the best rally" in out) == (what == "rally")
    assert ("Choosing the rally" in out) == (what == "rally")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["-o", "there.gif"], "-o there.gif exists already: name another file, or overwrite it with --force"),
        (["-o", "a.avi"], "-o a.avi must end in .mp4 or .gif"),
        (["-o", "a.gif", "--overlay", "--scale", "1"], "--scale must be from 2 to 12"),
        (["none-such", "-o", "a.gif"], "none-such"),
    ],
)
def test_what_cannot_be_is_one_line_and_writes_nothing(
    options: list[str],
    complaint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there.gif").touch()
    try:
        status = main(["record", *options])
    except SystemExit as error:
        status = int(str(error.code))
    told = capsys.readouterr()
    assert (status, told.out) == (2, "")
    assert complaint in told.err
    assert told.err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["there.gif"]


class Drawn(FallingBall):
    """Draws what it gives to see."""

    render_mode = "rgb_array"

    def render(self) -> Any:
        return self._frame()


class Right:
    def reset(self, seed: object = None) -> None:
        pass

    def act(self, observation: object, *, greedy: bool = False) -> int:
        return 2

    def digest(self) -> str:
        return "right"


def test_a_rally_is_recorded_and_stopping_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.gif"
    told: list[tuple[str, float]] = []
    arguments: dict[str, Any] = {"rally": True, "overlay": True, "scale": 2}
    monkeypatch.setattr(game_steps, "training_env", lambda _config: training_env(ReinforceConfig(), Drawn))
    games = Games(Right(), ReinforceConfig())
    made = record(games, path, on_progress=lambda *what: told.append(what), **arguments)
    # Eight steps of four frames, of which every second is there, what is seen before them, and a second at the end.
    assert (made.frames, made.size) == (8 * 2 + 1 + 30, (480, 420))
    assert [what for what, _ in itertools.groupby(told, lambda pair: pair[0])] == [
        "Choosing the rally",
        "Playing the rally",
    ]
    assert all(0 <= done <= 1 for _, done in told)
    before = path.read_bytes()

    def stop(what: str, done: float) -> None:
        if what == "Playing the rally" and done > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        record(games, path, on_progress=stop, **arguments)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {"a.gif": before}


def test_names_of_policies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert resolved(None) == "fast"
    assert resolved("reference") == "reference"
    for number, name in enumerate(("older", "newer")):
        checkpoints = Path("runs", name, "checkpoints")
        checkpoints.mkdir(parents=True)
        (checkpoints / "update-000003.npz").touch()
        os.utime(checkpoints, (number, number))
    # One that was removed meanwhile.
    (checkpoints / "update-000002.npz").symlink_to("nowhere")
    assert resolved(None) == "runs/newer"
    assert resolved("best") == "best"
