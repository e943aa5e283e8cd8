"""`env.monitor` of 2016."""

from __future__ import annotations

from typing import Any

from pong_pg.legacy.shims.gym import error
from pong_pg.legacy.shims.gym.recording.episodes import EpisodeRecorder, schedule


class AttachedMonitor:
    """`env.monitor` of 2016: records the environment whose attribute it is, from `start` to `close`.

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
        """Start recording; for the arguments see `EpisodeRecorder`.

        Returns:
            The seeds of the environment, which is seeded if `seed` is given; else an empty list.
        """
        if self._recording is not None:
            raise error.Error("this environment's monitor has already been started; close it first")
        callable_now = self._options.get("video_callable", video_callable)
        monitor = EpisodeRecorder(
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
        # The environment stays the object that the script has, so its own methods are replaced by recording ones.
        self.env.step, self.env.reset = monitor.step, monitor.reset
        seeds: list[Any] = self.env.seed(seed) if seed is not None else []
        return seeds

    def configure(self, video_callable: Any = None, mode: str | None = None, **_more: Any) -> None:
        """Change which episodes are recorded as videos, or the mode; before or during a recording."""
        if video_callable is not None:
            self._options["video_callable"] = video_callable
        if mode is not None:
            self._options["mode"] = mode
        if self._recording is not None:
            if video_callable is not None:
                self._recording.video_callable = schedule(video_callable)
            if mode is not None:
                self._recording._set_mode(mode)

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
