"""`gym.wrappers.Monitor` and `env.monitor`: returns, lengths and videos of episodes, in files with Gym's names."""

from __future__ import annotations

import itertools
import json
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pong_pg.legacy.shims.gym import error, logger, past
from pong_pg.legacy.shims.gym.core import Wrapper
from pong_pg.legacy.shims.gym.videos import VideoRecorder, capped_cubic_video_schedule, finish_at_exit

__all__ = [
    "Monitor", "StatsRecorder", "VideoRecorder", "capped_cubic_video_schedule", "clear_monitor_files",
    "detect_training_manifests", "disable_videos", "load_results",
]  # fmt: skip

_PREFIX = "openaigym"
_TYPES = {"evaluation": "e", "training": "t"}
_numbers = itertools.count()


class StatsRecorder:
    """Records the lengths and returns of episodes."""

    def __init__(self, path: str, env_id: str) -> None:
        self.path = path
        self.env_id = env_id
        self.initial_reset_timestamp: float | None = None
        self.timestamps: list[float] = []
        self.episode_lengths: list[int] = []
        self.episode_rewards: list[float] = []
        self.episode_types: list[str] = []
        self.type = "t"
        self.steps: int | None = None
        self.rewards: Any = 0
        self.total_steps = 0
        self.done: bool | None = None

    def before_step(self) -> None:
        """Check that an episode is in progress; it raises ResetNeeded if not."""
        active = f"While the monitor is active for {self.env_id}, you"
        if self.done:
            raise error.ResetNeeded(
                f"Trying to step environment which is currently done. {active} cannot step beyond the end of an "
                "episode. Call 'env.reset()' to start the next episode."
            )
        if self.steps is None:
            raise error.ResetNeeded(
                f"Trying to step an environment before reset. {active} must call 'env.reset()' before taking an "
                "initial step."
            )

    def after_step(self, reward: Any, done: bool) -> None:
        """Record a step."""
        self.steps = (self.steps or 0) + 1
        self.total_steps += 1
        self.rewards += reward
        self.done = done
        if done:
            self.save_complete()

    def save_complete(self) -> None:
        """Add the episode to the statistics."""
        if self.steps is not None:
            self.episode_lengths.append(self.steps)
            self.episode_rewards.append(float(self.rewards))
            self.timestamps.append(time.time())

    def before_reset(self) -> None:
        """Check that the previous episode has ended; it raises Error if not."""
        if self.done is False and self.steps:
            raise error.Error(
                f"Tried to reset environment which is not done. While the monitor is active for {self.env_id}, you "
                "cannot call reset() unless the episode is over."
            )

    def after_reset(self) -> None:
        """Start recording an episode."""
        if self.initial_reset_timestamp is None:
            self.initial_reset_timestamp = time.time()
        self.done, self.steps, self.rewards = False, 0, 0
        self.episode_types.append(self.type)

    def flush(self) -> None:
        """Write the file."""
        names = ("initial_reset_timestamp", "timestamps", "episode_lengths", "episode_rewards", "episode_types")
        _write(self.path, {name: getattr(self, name) for name in names})


class Monitor(Wrapper):
    """Records an environment into a directory.

    Args:
        env: the environment.
        directory: the directory of the files; it is created if it does not exist.
        video_callable: a function from the number of an episode to whether it is recorded as a video; None records the
            cubes 0, 1, 8, 27 and so on and, from 1,000 on, every thousandth; False records none.
        force: remove the files of another monitor in the directory.
        resume: keep them and add to them.
        write_upon_reset: write the statistics at each reset too.
        uid: part of the files' names, instead of the process id.
        mode: "training" or "evaluation".

    Raises:
        Error: the directory has the files of another monitor, or an argument has another value.
    """

    def __init__(  # noqa: PLR0917 - Gym's form
        self,
        env: Any,
        directory: Any,
        video_callable: Callable[[int], Any] | bool | None = None,
        force: bool = False,
        resume: bool = False,
        write_upon_reset: bool = False,
        uid: Any = None,
        mode: str | None = None,
    ) -> None:
        super().__init__(env)
        self.enabled = False
        self.videos: list[tuple[str, str]] = []
        self.video_recorder: Any = None
        self.episode_id = 0
        self.video_callable: Callable[[int], Any] = capped_cubic_video_schedule
        self.directory = os.path.abspath(directory)  # noqa: PTH100 - a string, as scripts read it
        Path(self.directory).mkdir(parents=True, exist_ok=True)
        if force:
            clear_monitor_files(self.directory)
        elif not resume and (there := detect_training_manifests(self.directory)):
            raise error.Error(
                f"{directory} already has files of a monitor, such as {Path(there[0]).name}; choose another directory, "
                "or pass force=True to remove them or resume=True to add to them"
            )
        self.file_infix = f"{next(_numbers)}.{uid or os.getpid()}"
        spec = getattr(env, "spec", None)
        self._env_info = {"gym_version": past.version(), **({} if spec is None else {"env_id": spec.id})}
        self.stats_recorder = StatsRecorder(
            self._path("episode_batch", "stats.json"), "(unknown)" if spec is None else spec.id
        )
        self.write_upon_reset = write_upon_reset
        self.configure(video_callable, mode)
        self.enabled = True
        finish_at_exit(self.finish)

    def _path(self, kind: str, end: str) -> str:
        return str(Path(self.directory) / f"{_PREFIX}.{kind}.{self.file_infix}.{end}")

    def configure(self, video_callable: Any = None, mode: str | None = None) -> None:
        """Change which episodes are recorded as videos, or whether they are "training" or "evaluation"."""
        if video_callable is False:
            self.video_callable = disable_videos
        elif callable(video_callable):
            self.video_callable = video_callable
        elif video_callable is not None:
            raise error.Error(f"video_callable must be a function, None or False; got {video_callable!r}")
        if mode is not None:
            if mode not in _TYPES:
                raise error.Error(f"mode must be 'training' or 'evaluation'; got {mode!r}")
            self.stats_recorder.type = _TYPES[mode]

    def step(self, action: Any) -> Any:
        """Run one step and record it."""
        if not self.enabled:
            return self.env.step(action)
        self.stats_recorder.before_step()
        result = self.env.step(action)
        self.stats_recorder.after_step(result[1], any(result[2:-1]))
        self.video_recorder.capture_frame()
        return result

    def reset(self, **kwargs: Any) -> Any:
        """Start an episode and its recording."""
        if not self.enabled:
            return self.env.reset(**kwargs)
        self.stats_recorder.before_reset()
        result = self.env.reset(**kwargs)
        self.stats_recorder.after_reset()
        self._close_video_recorder()
        self.video_recorder = VideoRecorder(
            env=self.env,
            base_path=self._path("video", f"video{self.episode_id:06}"),
            metadata={"episode_id": self.episode_id},
            enabled=bool(self.video_callable(self.episode_id)),
        )
        self.video_recorder.capture_frame()
        self.episode_id += 1
        if self.write_upon_reset:
            self.flush()
        return result

    _step = step
    _reset = reset

    def _close_video_recorder(self) -> None:
        if self.video_recorder is not None:
            self.video_recorder.close()
            if self.video_recorder.functional:
                self.videos.append((self.video_recorder.path, self.video_recorder.metadata_path))

    def close(self) -> None:
        """Finish the recording and close the environment."""
        self.finish()
        self.env.close()

    def finish(self) -> None:
        """Write all files; the environment stays open: it may be in use elsewhere."""
        if vars(self).get("enabled"):
            self.enabled = False
            self._close_video_recorder()
            self.flush()

    __del__ = finish

    def flush(self, force: bool = True) -> None:  # noqa: ARG002 - Gym's form
        """Write the statistics and the manifest, which lists the files."""
        self.stats_recorder.flush()
        manifest = {
            "stats": Path(self.stats_recorder.path).name,
            "videos": [[Path(part).name for part in video] for video in self.videos],
            "env_info": self._env_info,
        }
        _write(self._path("manifest", "manifest.json"), manifest)

    def get_total_steps(self) -> int:
        """Return the total number of steps of all episodes."""
        return self.stats_recorder.total_steps

    def get_episode_rewards(self) -> list[float]:
        """Return the return (sum of rewards) of each episode that has ended."""
        return self.stats_recorder.episode_rewards

    def get_episode_lengths(self) -> list[int]:
        """Return the length of each episode that has ended, in steps."""
        return self.stats_recorder.episode_lengths


class AttachedMonitor:
    """`env.monitor` of 2016: records the environment whose attribute it is, from `start` to `close`."""

    def __init__(self, env: Any) -> None:
        self.env = env
        self._recording: Any = None
        self._options: dict[str, Any] = {}

    def start(self, directory: Any, *args: Any, seed: Any = None, **kwargs: Any) -> list[Any]:
        """Start recording; for the arguments see `Monitor`.

        Returns:
            The seeds of the environment, which is seeded if `seed` is given; else an empty list.
        """
        if self._recording is not None:
            raise error.Error("this environment's monitor has already been started; close it first")
        # The environment stays the object that the script has, so its own methods are replaced by recording ones.
        inner: Any = Wrapper(self.env)
        inner.step, inner.reset = self.env.step, self.env.reset
        self._recording = Monitor(inner, directory, *args, **kwargs)
        self._recording.configure(**self._options)
        self.env.step, self.env.reset = self._recording.step, self._recording.reset
        seeds: list[Any] = self.env.seed(seed) if seed is not None else []
        return seeds

    def configure(self, video_callable: Any = None, mode: str | None = None, **_more: Any) -> None:
        """Change which episodes are recorded as videos, or the mode; before or during a recording."""
        self._options = {"video_callable": video_callable, "mode": mode}
        if self._recording is not None:
            self._recording.configure(video_callable, mode)

    def close(self) -> None:
        """Write everything and stop recording; further calls do nothing."""
        if self._recording is not None:
            self._recording.finish()
            self._recording = None
            del self.env.step, self.env.reset


def disable_videos(episode_id: int) -> bool:  # noqa: ARG001 - a schedule
    """Return False: no episode is recorded."""
    return False


def detect_training_manifests(training_dir: Any) -> list[str]:
    """Return the paths of the monitors' manifests in a directory."""
    return [str(path) for path in sorted(Path(training_dir).glob(f"{_PREFIX}.manifest.*"))]


def clear_monitor_files(training_dir: Any) -> None:
    """Remove the files of monitors from a directory."""
    for path in Path(training_dir).glob(f"{_PREFIX}.*"):
        path.unlink()


def load_results(training_dir: Any) -> dict[str, Any] | None:
    """Load what monitors have recorded in a directory; returns None if there are no manifests.

    Returns:
        Episodes in the order in which they ended: `timestamps`, `episode_lengths`, `episode_rewards`,
        `episode_types`, `data_sources`; and `manifests`, `env_info`, `videos`, `initial_reset_timestamp(s)`.
    """
    manifests = detect_training_manifests(training_dir)
    if not manifests:
        logger.error("there are no manifests of a monitor in %s", training_dir)
        return None
    contents = [json.loads(Path(manifest).read_text()) for manifest in manifests]
    stats = [json.loads((Path(training_dir) / content["stats"]).read_text()) for content in contents]
    columns = ("timestamps", "episode_lengths", "episode_rewards", "episode_types")
    rows = sorted(
        (*row, source)
        for source, stat in enumerate(stats)
        for row in zip(*(stat[name] for name in columns), strict=False)
    )
    starts = [stat["initial_reset_timestamp"] for stat in stats if stat["timestamps"]]
    return {
        "manifests": manifests,
        "env_info": contents[0]["env_info"],
        **{name: [row[number] for row in rows] for number, name in enumerate((*columns, "data_sources"))},
        "initial_reset_timestamps": starts,
        "initial_reset_timestamp": min(starts, default=0),
        "videos": [tuple(str(Path(training_dir) / part) for part in pair) for c in contents for pair in c["videos"]],
    }


def _write(path: str, content: dict[str, Any]) -> None:
    """Write a file of JSON, which replaces an existing one only when it is complete."""
    part = Path(f"{path}~")
    part.write_text(json.dumps(content))
    part.replace(path)
