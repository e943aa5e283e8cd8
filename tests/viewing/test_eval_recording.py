from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from pong_pg.cli import main
from pong_pg.errors import EnvError, PongPGError
from pong_pg.evaluation.evaluate import evaluate
from pong_pg.game.env import training_env
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.policy import Policy
from pong_pg.viewing.eval_recording import recorded_env
from pong_pg.viewing.tapped_env import TappedEnv

SHORT = ["--env-arg", "max_num_frames_per_episode=80"]


class Film:
    """A fake of imageio-ffmpeg that keeps the frames it is sent."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.closed = 0
        self.lost = 0

    def write_frames(self, path: str, size: tuple[int, int], **_: Any) -> Film:
        Path(path).write_bytes(b"film")
        self.size = size
        return self

    def send(self, frame: Any) -> None:
        if frame is not None:
            self.frames.append(frame.tobytes())

    def close(self) -> None:
        self.closed += 1

    def count_frames_and_secs(self, _path: str) -> tuple[int, float]:
        return len(self.frames) - self.lost, 1.0


@pytest.fixture
def film(monkeypatch: pytest.MonkeyPatch) -> Film:
    film = Film()
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", film)
    return film


def test_the_first_game_is_recorded_and_the_games_are_as_without(film: Film, tmp_path: Path) -> None:
    policy = Policy.initial(8, np.random.default_rng(0))
    config = ReinforceConfig(env_kwargs={"max_num_frames_per_episode": 160})

    def recorded() -> TappedEnv:
        return recorded_env(training_env(config), policy, tmp_path / "game.mp4")

    evaluation = evaluate(policy, config, 2, env_factory=recorded)
    assert evaluation == evaluate(policy, config, 2)
    # Every second frame of the console, four of which are a step, and a second of the last one.
    assert len(film.frames) == 2 * evaluation.games[0].steps + 1 + 30
    assert {len(frame) for frame in film.frames} == {210 * 160 * 3}
    assert len(set(film.frames)) > 40
    assert film.size == (160, 210)
    assert film.closed == 1
    assert [path.name for path in tmp_path.iterdir()] == ["game.mp4"]


class Short:
    """An environment with episodes of three steps."""

    def reset(self, **_: Any) -> Any:
        self._left = 3
        return np.zeros((210, 160, 3), np.uint8), {}

    def step(self, _action: int) -> Any:
        self._left -= 1
        return np.zeros((210, 160, 3), np.uint8), 0.0, self._left == 0, False, {}

    def render(self) -> Any:
        return np.zeros((210, 160, 3), np.uint8)

    def close(self) -> None:
        pass


def short(video: Path) -> TappedEnv:
    video.write_bytes(b"older")
    env = recorded_env(cast("Any", Short()), Policy.initial(4, np.random.default_rng(0)), video)
    env.reset()
    env.step(0)
    return env


def test_a_game_that_is_cut_short_leaves_the_older_video(film: Film, tmp_path: Path) -> None:
    short(tmp_path / "game.mp4").close()
    assert film.closed == 1
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"game.mp4": b"older"}


def test_an_incomplete_video_is_reported_and_leaves_the_older_one(film: Film, tmp_path: Path) -> None:
    film.lost = 1
    env = short(tmp_path / "game.mp4")
    env.step(0)
    # Steps of which the frames between are not known last four frames of the console.
    with pytest.raises(PongPGError, match=r"can't write the video \(36 of 37 frames have been written\)"):
        env.step(0)
    env.close()
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"game.mp4": b"older"}


@pytest.mark.needs("imageio-ffmpeg")
@pytest.mark.parametrize("program", ["/bin/false", "/nowhere/ffmpeg"])
def test_an_ffmpeg_that_does_not_work_is_reported_in_one_line(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("IMAGEIO_FFMPEG_EXE", program)
    assert main(["eval", "fast", "--episodes", "1", *SHORT, "--record", "game.mp4"]) == 2
    error = capsys.readouterr().err
    assert "ffmpeg can't write the video" in error
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_an_environment_that_does_not_render_is_reported(film: Film, tmp_path: Path) -> None:
    class Blind:
        def reset(self, **_: Any) -> Any:
            return np.zeros((210, 160, 3), np.uint8), {}

        def render(self) -> None:
            return None

    with pytest.raises(
        EnvError, match="does not render to arrays, so there is nothing to see: add  --env-arg render_mode=rgb_array"
    ):
        recorded_env(cast("Any", Blind()), Policy.initial(4, np.random.default_rng(0)), tmp_path / "game.mp4").reset(
            seed=0
        )


@pytest.mark.needs("imageio-ffmpeg")
def test_eval_writes_a_video_that_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import imageio_ffmpeg

    monkeypatch.chdir(tmp_path)
    quick = ["--workers", "0", "--batch-size", "1", "--hidden", "4", "--iterations", "1"]
    assert main(["train", *quick, *SHORT, "--run-dir", "run"]) == 0
    assert main(["eval", "run", "--episodes", "1", "--record", "game.mp4"]) == 0
    output = capsys.readouterr().out
    steps = int(next(re.finditer(r"^Game 1 of 1 .* in (\d+) steps", output, re.MULTILINE))[1])
    assert "Wrote game.mp4" in output
    frames, seconds = imageio_ffmpeg.count_frames_and_secs("game.mp4")
    assert frames == 2 * steps + 1 + 30
    assert seconds == pytest.approx(frames / 30, abs=0.2)
    assert main(["eval", "run", "--episodes", "1", "--record", "game.mp4"]) == 2
    assert "exists already" in capsys.readouterr().err


@pytest.mark.needs("pillow>=10.1")
def test_eval_writes_a_gif_with_the_decisions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from PIL import Image

    monkeypatch.chdir(tmp_path)
    assert main(["eval", "fast", "--episodes", "1", *SHORT, "--record", "game.gif", "--overlay"]) == 0
    assert capsys.readouterr().out.endswith("Wrote game.gif\n")
    with Image.open("game.gif") as image:
        assert image.size == (720, 630)
    assert main(["eval", "fast", "--overlay"]) == 2
    assert "--overlay needs --record" in capsys.readouterr().err


def test_without_ffmpeg_the_error_names_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    assert main(["eval", "run", "--record", "game.mp4"]) == 2
    assert "pip install 'pong-pg[video]'" in capsys.readouterr().err
