"""`gym.wrappers.Monitor`: videos and statistics of every episode, with the file names that Gym gave them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pong_pg.compat import steps
from pong_pg.legacy.shims.gym import error, logger, version
from pong_pg.legacy.shims.gym.core import Wrapper
from pong_pg.legacy.shims.gym.utils.helpers import Closer, atomic_write
from pong_pg.legacy.shims.gym.wrappers.monitoring import stats_recorder, video_recorder

FILE_PREFIX = "openaigym"
MANIFEST_PREFIX = FILE_PREFIX + ".manifest"
_TYPES = {"evaluation": "e", "training": "t"}

# Ctrl-C ends most scripts: what is open then is written as the interpreter ends.
monitor_closer = Closer()


class Monitor(Wrapper):
    """Records an environment into a directory.

    Args:
        env: the environment.
        directory: where the files go; it is made if need be.
        video_callable: from the number of an episode to whether it is filmed; None films the cubes 0, 1, 8, 27 and so
            on and every thousandth, False none.
        force: remove what another monitor wrote there.
        resume: leave it and add to it.
        write_upon_reset: write the statistics at each reset too.
        uid: in the files' names instead of the number of the process.
        mode: "training" or "evaluation".

    Raises:
        Error: the directory has another monitor's files, or an argument is none of these.
    """

    def __new__(cls, env: Any, *args: Any, **kwargs: Any) -> Any:
        """Make a monitor; for a directory alone, as in 2016, what makes one of an environment."""
        if isinstance(env, (str, os.PathLike)):
            return lambda inner: cls(inner, env, *args, **kwargs)
        return super().__new__(cls)

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
        self.env_semantics_autoreset = (env.metadata or {}).get("semantics.autoreset")
        self.video_callable = _schedule(video_callable)
        self.directory = os.path.abspath(directory)  # noqa: PTH100 - a text, as scripts read it
        Path(self.directory).mkdir(parents=True, exist_ok=True)
        if force:
            clear_monitor_files(self.directory)
        elif not resume and (there := detect_training_manifests(self.directory)):
            raise error.Error(
                f"{directory} has files of another monitor, such as {Path(there[0]).name}: choose another directory, "
                "or Monitor(force=True) to remove them, or Monitor(resume=True) to add to them"
            )
        self._monitor_id = monitor_closer.register(self)
        self.file_prefix = FILE_PREFIX
        self.file_infix = f"{self._monitor_id}.{uid or os.getpid()}"
        spec = getattr(env, "spec", None)
        self._env_id = None if spec is None else spec.id
        self.stats_recorder = stats_recorder.StatsRecorder(
            self.directory,
            f"{FILE_PREFIX}.episode_batch.{self.file_infix}",
            autoreset=self.env_semantics_autoreset,
            env_id=self._env_id or "(unknown)",
        )
        self.write_upon_reset = write_upon_reset
        self.enabled = True
        if mode is not None:
            self._set_mode(mode)

    def step(self, action: Any) -> Any:
        """Play one step and record it."""
        if not self.enabled:
            return self.env.step(action)
        self.stats_recorder.before_step(action)
        result = self.env.step(action)
        observation, reward, *ends, info = result
        done = any(ends)
        if done and self.env_semantics_autoreset:
            self.reset_video_recorder()
            self.episode_id += 1
            self._flush()
        self.stats_recorder.after_step(observation, reward, done, info)
        self.video_recorder.capture_frame()
        return result

    def reset(self, **kwargs: Any) -> Any:
        """Begin an episode and its recording."""
        if self.enabled:
            self.stats_recorder.before_reset()
        result = self.env.reset(**kwargs)
        if self.enabled:
            self.stats_recorder.after_reset(result[0] if steps.looks_like_pair(result) else result)
            self.reset_video_recorder()
            self.episode_id += 1
            self._flush()
        return result

    _step = step
    _reset = reset

    def reset_video_recorder(self) -> None:
        """Finish the present video and begin the next, if the episode is one to be filmed."""
        self._close_video_recorder()
        self.video_recorder = video_recorder.VideoRecorder(
            env=self.env,
            base_path=str(Path(self.directory) / f"{FILE_PREFIX}.video.{self.file_infix}.video{self.episode_id:06}"),
            metadata={"episode_id": self.episode_id},
            enabled=bool(self.video_callable(self.episode_id)),
        )
        self.video_recorder.capture_frame()

    def _close_video_recorder(self) -> None:
        if self.video_recorder is not None:
            self.video_recorder.close()
            if self.video_recorder.functional:
                self.videos.append((self.video_recorder.path, self.video_recorder.metadata_path))

    def close(self) -> None:
        """Finish the recording, and close the environment."""
        self.finish()
        super().close()

    def finish(self) -> None:
        """Write everything there is; the environment stays open."""
        if not self.enabled:
            return
        self.enabled = False
        self.stats_recorder.close()
        self._close_video_recorder()
        self._flush(force=True)
        monitor_closer.unregister(self._monitor_id)

    def _flush(self, force: bool = False) -> None:
        if not (force or self.write_upon_reset):
            return
        self.stats_recorder.flush()
        env_info = {"gym_version": version.VERSION} | ({} if self._env_id is None else {"env_id": self._env_id})
        manifest = {
            "stats": Path(self.stats_recorder.path).name,
            "videos": [[Path(part).name for part in video] for video in self.videos],
            "env_info": env_info,
        }
        with atomic_write(str(Path(self.directory) / f"{MANIFEST_PREFIX}.{self.file_infix}.manifest.json")) as file:
            json.dump(manifest, file)

    def _set_mode(self, mode: str) -> None:
        if mode not in _TYPES:
            raise error.Error(f"mode must be 'training' or 'evaluation'; got {mode!r}")
        self.stats_recorder.type = _TYPES[mode]

    def __del__(self) -> None:
        if vars(self).get("enabled"):
            self.close()

    def get_total_steps(self) -> int:
        """Return the number of steps of all episodes."""
        return self.stats_recorder.total_steps

    def get_episode_rewards(self) -> list[float]:
        """Return the reward of each episode that has ended."""
        return self.stats_recorder.episode_rewards

    def get_episode_lengths(self) -> list[int]:
        """Return the steps of each episode that has ended."""
        return self.stats_recorder.episode_lengths


class AttachedMonitor:
    """`env.monitor` of 2016: records the environment that it is an attribute of, from `start` to `close`.

    Args:
        env: the environment.
    """

    def __init__(self, env: Any) -> None:
        self.env = env
        self._recording: Any = None
        self._options: dict[str, Any] = {}

    def start(  # noqa: PLR0917 - Gym's form
        self,
        directory: Any,
        video_callable: Any = None,
        force: bool = False,
        resume: bool = False,
        seed: Any = None,
        write_upon_reset: bool = False,
        uid: Any = None,
        mode: str | None = None,
        **_more: Any,
    ) -> list[Any]:
        """Begin to record; for the arguments see `Monitor`.

        Returns:
            The environment's seeds: with `seed` it is seeded.
        """
        if self._recording is not None:
            raise error.Error("this environment's monitor has been started already; close it first")
        callable_now = self._options.get("video_callable", video_callable)
        monitor = Monitor(
            _Methods(self.env),
            directory,
            callable_now,
            force,
            resume,
            write_upon_reset,
            uid,
            self._options.get("mode", mode),
        )
        self._recording = monitor
        # The environment stays the object that the script has: what it calls is what is recorded.
        self.env.step, self.env.reset = monitor.step, monitor.reset
        seeds: list[Any] = self.env.seed(seed) if seed is not None else []
        return seeds

    def configure(self, video_callable: Any = None, mode: str | None = None, **_more: Any) -> None:
        """Change what is filmed, or the mode, before or while it records."""
        if video_callable is not None:
            self._options["video_callable"] = video_callable
        if mode is not None:
            self._options["mode"] = mode
        if self._recording is not None:
            if video_callable is not None:
                self._recording.video_callable = _schedule(video_callable)
            if mode is not None:
                self._recording._set_mode(mode)

    @property
    def enabled(self) -> bool:
        """Whether it records now."""
        return self._recording is not None

    def flush(self, force: bool = True) -> None:
        """Write the statistics."""
        if self._recording is not None:
            self._recording._flush(force)

    def close(self) -> None:
        """Write everything and stop recording; further calls do nothing."""
        if self._recording is not None:
            self._recording.finish()
            self._recording = None
            del self.env.step, self.env.reset

    def __getattr__(self, name: str) -> Any:
        recording = vars(self).get("_recording")
        if name.startswith("_") or recording is None:
            raise AttributeError(f"a monitor that is not started has no attribute {name!r}")
        return getattr(recording, name)


class _Methods:
    """An environment's own `step` and `reset`, which the monitor's take the place of on the object."""

    def __init__(self, env: Any) -> None:
        self.step, self.reset, self.render, self.close = env.step, env.reset, env.render, env.close
        self.metadata, self.spec = env.metadata, getattr(env, "spec", None)
        self.action_space, self.observation_space = env.action_space, env.observation_space


def _schedule(video_callable: Any) -> Callable[[int], Any]:
    if video_callable is None:
        return capped_cubic_video_schedule
    if video_callable is False:
        return disable_videos
    if not callable(video_callable):
        raise error.Error(f"video_callable must be a function, None or False; got {video_callable!r}")
    function: Callable[[int], Any] = video_callable
    return function


def capped_cubic_video_schedule(episode_id: int) -> bool:
    """Return whether an episode is filmed: 0, 1, 8, 27 and so on, from 1,000 on every thousandth."""
    if episode_id >= 1000:
        return episode_id % 1000 == 0
    root: int = round(episode_id ** (1.0 / 3))
    return root**3 == episode_id


def disable_videos(episode_id: int) -> bool:  # noqa: ARG001 - a schedule
    """Return False: no episode is filmed."""
    return False


def detect_training_manifests(training_dir: Any, files: Any = None) -> list[str]:
    """Return the paths of the manifests in a directory."""
    return _files(training_dir, MANIFEST_PREFIX, files)


def detect_monitor_files(training_dir: Any) -> list[str]:
    """Return the paths of all files that monitors wrote into a directory."""
    return _files(training_dir, FILE_PREFIX)


def _files(directory: Any, prefix: str, files: Any = None) -> list[str]:
    names = sorted(path.name for path in Path(directory).iterdir()) if files is None else files
    return [str(Path(directory) / name) for name in names if name.startswith(prefix + ".")]


def clear_monitor_files(training_dir: Any) -> None:
    """Remove what monitors wrote into a directory."""
    for path in detect_monitor_files(training_dir):
        logger.info("removing %s", path)
        Path(path).unlink()


def load_results(training_dir: Any) -> dict[str, Any] | None:
    """Return what the monitors of a directory recorded; None where there is nothing.

    Returns:
        Episodes in the order in which they ended: `timestamps`, `episode_lengths`, `episode_rewards`,
        `episode_types`, `data_sources`; and `manifests`, `env_info`, `videos`, `initial_reset_timestamp(s)`.
    """
    manifests = detect_training_manifests(training_dir) if Path(training_dir).is_dir() else []
    if not manifests:
        logger.error("no manifests of a monitor in %s", training_dir)
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
