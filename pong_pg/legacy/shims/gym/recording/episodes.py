"""Recording of episodes: what `gym.wrappers.Monitor` and `env.monitor` have in common."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pong_pg.compat import steps
from pong_pg.legacy.shims.gym import error, past
from pong_pg.legacy.shims.gym.recording import stats_recorder, video_recorder
from pong_pg.legacy.shims.gym.recording.files import (
    FILE_PREFIX,
    MANIFEST_PREFIX,
    clear_monitor_files,
    detect_training_manifests,
)
from pong_pg.legacy.shims.gym.utils.helpers import Closer, atomic_write

_TYPES = {"evaluation": "e", "training": "t"}

# Most scripts are ended by Ctrl-C: open recordings are written when the interpreter exits.
monitor_closer = Closer()


class EpisodeRecorder:
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
        self.env = env
        self.enabled = False
        self.videos: list[tuple[str, str]] = []
        self.video_recorder: Any = None
        self.episode_id = 0
        self.video_callable = schedule(video_callable)
        self.directory = os.path.abspath(directory)  # noqa: PTH100 - a string, as scripts read it
        Path(self.directory).mkdir(parents=True, exist_ok=True)
        if force:
            clear_monitor_files(self.directory)
        elif not resume and (there := detect_training_manifests(self.directory)):
            raise error.Error(
                f"{directory} already has files of a monitor, such as {Path(there[0]).name}; choose another directory, "
                "or pass force=True to remove them or resume=True to add to them"
            )
        self._monitor_id = monitor_closer.register(self)
        self.file_prefix = FILE_PREFIX
        self.file_infix = f"{self._monitor_id}.{uid or os.getpid()}"
        spec = getattr(env, "spec", None)
        self._env_id = None if spec is None else spec.id
        self.stats_recorder = stats_recorder.StatsRecorder(
            self.directory,
            f"{FILE_PREFIX}.episode_batch.{self.file_infix}",
            env_id=self._env_id or "(unknown)",
        )
        self.write_upon_reset = write_upon_reset
        self.enabled = True
        self.configure(mode=mode)

    def step(self, action: Any) -> Any:
        """Run one step and record it."""
        if not self.enabled:
            return self.env.step(action)
        self.stats_recorder.before_step(action)
        result = self.env.step(action)
        observation, reward, *ends, info = result
        done = any(ends)
        self.stats_recorder.after_step(observation, reward, done, info)
        self.video_recorder.capture_frame()
        return result

    def reset(self, **kwargs: Any) -> Any:
        """Start an episode and its recording."""
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
        """Finish the current video and start the next, if the episode is to be recorded."""
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
        """Finish the recording and close the environment."""
        self.finish()
        self.env.close()

    def finish(self) -> None:
        """Write all files; the environment stays open."""
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
        env_info = {"gym_version": past.version()} | ({} if self._env_id is None else {"env_id": self._env_id})
        manifest = {
            "stats": Path(self.stats_recorder.path).name,
            "videos": [[Path(part).name for part in video] for video in self.videos],
            "env_info": env_info,
        }
        with atomic_write(str(Path(self.directory) / f"{MANIFEST_PREFIX}.{self.file_infix}.manifest.json")) as file:
            json.dump(manifest, file)

    def configure(self, video_callable: Any = None, mode: str | None = None) -> None:
        """Change which episodes are recorded as videos, or whether they are "training" or "evaluation"."""
        if video_callable is not None:
            self.video_callable = schedule(video_callable)
        if mode is not None:
            if mode not in _TYPES:
                raise error.Error(f"mode must be 'training' or 'evaluation'; got {mode!r}")
            self.stats_recorder.type = _TYPES[mode]

    def __del__(self) -> None:
        # The environment stays open: it may be in use elsewhere.
        if vars(self).get("enabled"):
            self.finish()

    def get_total_steps(self) -> int:
        """Return the total number of steps of all episodes."""
        return self.stats_recorder.total_steps

    def get_episode_rewards(self) -> list[float]:
        """Return the return (sum of rewards) of each episode that has ended."""
        return self.stats_recorder.episode_rewards

    def get_episode_lengths(self) -> list[int]:
        """Return the length of each episode that has ended, in steps."""
        return self.stats_recorder.episode_lengths


def schedule(video_callable: Any) -> Callable[[int], Any]:
    """Return the function from an episode's number to whether it is recorded; see `EpisodeRecorder`.

    Raises:
        Error: `video_callable` is neither a function nor None nor False.
    """
    if video_callable is None:
        return capped_cubic_video_schedule
    if video_callable is False:
        return disable_videos
    if not callable(video_callable):
        raise error.Error(f"video_callable must be a function, None or False; got {video_callable!r}")
    function: Callable[[int], Any] = video_callable
    return function


def capped_cubic_video_schedule(episode_id: int) -> bool:
    """Return whether an episode is recorded: 0, 1, 8, 27 and so on, from 1,000 on every thousandth."""
    if episode_id >= 1000:
        return episode_id % 1000 == 0
    root: int = round(episode_id ** (1.0 / 3))
    return root**3 == episode_id


def disable_videos(episode_id: int) -> bool:  # noqa: ARG001 - a schedule
    """Return False: no episode is recorded."""
    return False
