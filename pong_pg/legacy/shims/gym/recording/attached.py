"""`env.monitor` of 2016."""

from __future__ import annotations

from typing import Any

from pong_pg.legacy.shims.gym import error
from pong_pg.legacy.shims.gym.recording.episodes import EpisodeRecorder


class AttachedMonitor:
    """`env.monitor` of 2016: records the environment whose attribute it is, from `start` to `close`.

    Args:
        env: the environment.
    """

    def __init__(self, env: Any) -> None:
        self.env = env
        self._recording: Any = None
        self._options: dict[str, Any] = {}

    def start(self, directory: Any, *args: Any, seed: Any = None, **kwargs: Any) -> list[Any]:
        """Start recording; for the arguments see `EpisodeRecorder`.

        Returns:
            The seeds of the environment, which is seeded if `seed` is given; else an empty list.
        """
        if self._recording is not None:
            raise error.Error("this environment's monitor has already been started; close it first")
        self._recording = monitor = EpisodeRecorder(_Methods(self.env), directory, *args, **kwargs)
        monitor.configure(**self._options)
        # The environment stays the object that the script has, so its own methods are replaced by recording ones.
        self.env.step, self.env.reset = monitor.step, monitor.reset
        seeds: list[Any] = self.env.seed(seed) if seed is not None else []
        return seeds

    def configure(self, video_callable: Any = None, mode: str | None = None, **_more: Any) -> None:
        """Change which episodes are recorded as videos, or the mode; before or during a recording."""
        changes = {"video_callable": video_callable, "mode": mode}
        self._options |= {name: value for name, value in changes.items() if value is not None}
        if self._recording is not None:
            self._recording.configure(video_callable, mode)

    @property
    def enabled(self) -> bool:
        """Whether it is recording."""
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
            raise AttributeError(f"a monitor that has not been started has no attribute {name!r}")
        return getattr(recording, name)


class _Methods:
    """The methods of an environment before the monitor replaced `step` and `reset` on the object."""

    def __init__(self, env: Any) -> None:
        self.step, self.reset, self.render, self.close = env.step, env.reset, env.render, env.close
        self.metadata, self.spec = env.metadata, getattr(env, "spec", None)
        self.action_space, self.observation_space = env.action_space, env.observation_space
