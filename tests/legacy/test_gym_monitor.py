from __future__ import annotations

import gc
import importlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from pong_pg.legacy.read import settings

pytestmark = pytest.mark.needs("gymnasium>=1.0", "imageio-ffmpeg")

FIVE = settings.Settings(step_values=5, reset_pair=True)


def _frames(path: Path) -> int:
    ffmpeg: Any = importlib.import_module("imageio_ffmpeg")
    return int(ffmpeg.count_frames_and_secs(str(path))[0])


def _play(env: Any, episodes: int, steps: int = 2) -> None:
    for _ in range(episodes):
        env.reset()
        for _ in range(steps):
            env.step(1)


@pytest.mark.parametrize("form", [settings.Settings(), FIVE], ids=["four", "five"])
def test_the_files_are_gyms(gym: Any, own: Any, tmp_path: Path, form: Any) -> None:
    settings.use(form)
    env = gym.wrappers.Monitor(gym.wrappers.TimeLimit(own.Old(), 2), tmp_path / "here", uid="me")
    _play(env, 3)
    assert env.get_episode_rewards() == [2.0, 2.0, 2.0]
    assert (env.get_total_steps(), env.get_episode_lengths()) == (6, [2, 2, 2])
    env.close()
    names = sorted(path.name for path in (tmp_path / "here").iterdir())
    number = names[0].split(".")[2]
    # The names that gym 0.19.0 gives: episodes 0 and 1 are cubes.
    assert names == [
        f"openaigym.episode_batch.{number}.me.stats.json",
        f"openaigym.manifest.{number}.me.manifest.json",
        *(f"openaigym.video.{number}.me.video00000{n}.{end}" for n in (0, 1) for end in ("meta.json", "mp4")),
    ]
    manifest = json.loads((tmp_path / "here" / names[1]).read_text())
    assert manifest["videos"] == [[names[3], names[2]], [names[5], names[4]]]
    meta = json.loads((tmp_path / "here" / names[2]).read_text())
    assert (meta["episode_id"], meta["content_type"]) == (0, "video/mp4")
    # Of an odd size, too.
    assert _frames(tmp_path / "here" / names[3]) == 3
    results = gym.wrappers.monitor.load_results(tmp_path / "here")
    assert results["episode_rewards"] == [2.0] * 3


def test_a_used_directory_is_refused_unless_told(gym: Any, own: Any, tmp_path: Path) -> None:
    def monitored(**options: Any) -> Any:
        return gym.wrappers.Monitor(own.Old(), tmp_path, video_callable=False, **options)

    monitored().close()
    with pytest.raises(gym.error.Error, match="force=True") as caught:
        monitored()
    assert "\n" not in str(caught.value)
    (tmp_path / "mine.txt").touch()
    monitored(resume=True).close()
    assert len(gym.wrappers.monitor.detect_training_manifests(tmp_path)) == 2
    monitored(force=True).close()
    assert len(gym.wrappers.monitor.detect_training_manifests(tmp_path)) == 1
    assert (tmp_path / "mine.txt").exists()


def test_what_is_filmed(gym: Any, own: Any, tmp_path: Path) -> None:
    schedule = gym.wrappers.monitor.capped_cubic_video_schedule
    assert [n for n in range(3001) if schedule(n)] == [*(k**3 for k in range(10)), 1000, 2000, 3000]
    env = gym.wrappers.Monitor(
        gym.wrappers.TimeLimit(own.Old(), 2), tmp_path, video_callable=lambda n: n == 1, write_upon_reset=True
    )
    _play(env, 2)
    assert list(tmp_path.glob("*.stats.json"))
    env.close()
    assert len(list(tmp_path.glob("*.mp4"))) == 1


def test_ctrl_c_leaves_whole_files(gym: Any, tmp_path: Path) -> None:
    script = (
        "import pong_pg.legacy.shims.gym as gym\n"
        f"env = gym.wrappers.Monitor(gym.make('PongNoFrameskip-v4'), {str(tmp_path)!r})\n"
        "env.reset()\n"
        "print('playing', flush=True)\n"
        "while True: env.step(0)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(1)
        # As a terminal does it: to the whole group, so to ffmpeg too.
        os.killpg(process.pid, signal.SIGINT)
        process.communicate(timeout=60)
    (video,) = tmp_path.glob("*.mp4")
    assert _frames(video) > 10
    assert list(tmp_path.glob("*.manifest.json"))


def test_the_monitor_of_2016(gym: Any, own: Any, tmp_path: Path) -> None:
    env = gym.wrappers.TimeLimit(own.Old(), 2)
    env.monitor.configure(video_callable=lambda _: False)
    assert env.monitor.start(tmp_path, force=True, seed=4) == [4]
    _play(env, 2)
    with pytest.raises(gym.error.Error, match="already been started"):
        env.monitor.start(tmp_path)
    env.monitor.close()
    env.monitor.close()
    _play(env, 1)
    (stats,) = tmp_path.glob("*.stats.json")
    assert json.loads(stats.read_text())["episode_rewards"] == [2.0, 2.0]


def test_a_wrapper_that_is_dropped_leaves_its_environment_open(gym: Any, own: Any, tmp_path: Path) -> None:
    env = own.Old()
    for wrap in (gym.Wrapper, lambda inner: gym.wrappers.Monitor(inner, tmp_path, video_callable=False)):
        wrap(env).reset()
        gc.collect()
        assert not env.closed
    assert list(tmp_path.glob("*.manifest.json"))
