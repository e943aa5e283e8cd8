"""Many games of Pong at once, preprocessed as agents are usually given them, in one call of C for each step."""

from __future__ import annotations

import concurrent.futures
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector.utils import batch_space

from pong_pg.atari2600.binding import Console, color_table, load
from pong_pg.atari2600.palette import GRAY
from pong_pg.atari2600.rom import UnavailableError
from pong_pg.compat.ale import checked_frame_limit, checked_probability, step_after_close, steps_per_second
from pong_pg.compat.emulator import MINIMAL_ACTIONS, pong_rom
from pong_pg.compat.ids import MAX_FRAMES
from pong_pg.errors import EnvError

_ALE_ACTIONS = np.array(MINIMAL_ACTIONS, np.uint8)
# Shades of grey by palette index.
_GREYS = color_table(GRAY)
_SIDE = 84


class PongVectorEnv(gymnasium.vector.VectorEnv):  # type: ignore[misc]  # Gymnasium need not be there
    """Games of Pong side by side, with the observations of ale-py's `AtariVectorEnv`.

    An observation is a stack of the last steps' pictures, (stack_num, 84, 84) uint8: each is the maximum of the step's
    last two frames in shades of grey, resized by areas.

    The last observation of a game shows its last two frames, where ale-py's has older ones; all others are the same.

    Args:
        num_envs: how many games.
        frameskip: frames of a step.
        stack_num: pictures of an observation.
        repeat_action_probability: probability, at each frame, that the action of the last frame is repeated.
        noop_max: at most so many frames without an action, drawn for each episode, before it begins; 0 for none.
        max_num_frames_per_episode: frames after which an episode is truncated; 0 for no limit.
        num_threads: threads that play; each plays games of its own.
        autoreset_mode: a `gymnasium.vector.AutoresetMode` or its value. "NextStep": after the last step of an episode,
            the next one begins another, whatever the action. "SameStep": the last step begins it at once, and the last
            observation is in ``info["final_obs"]``.

    Raises:
        EnvError: an argument is out of range; or there is no compiler of C.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        frameskip: int = 4,
        stack_num: int = 4,
        repeat_action_probability: float = 0.0,
        noop_max: int = 30,
        max_num_frames_per_episode: int = MAX_FRAMES,
        num_threads: int = 1,
        autoreset_mode: Any = "NextStep",
    ) -> None:
        counts = {"num_envs": num_envs, "frameskip": frameskip, "stack_num": stack_num, "num_threads": num_threads}
        for name, count in (counts | {"noop_max": noop_max}).items():
            least = int(name in counts)
            if not isinstance(count, (int, np.integer)) or count < least:
                raise EnvError(f"{name} must be an integer of at least {least}; got {count!r}")
        mode = getattr(autoreset_mode, "value", autoreset_mode)
        if mode not in ("NextStep", "SameStep"):
            raise EnvError(f"autoreset_mode must be NextStep or SameStep; got {autoreset_mode!r}")
        self._resets_at_once = mode == "SameStep"
        self.num_envs = num_envs
        self._frameskip, self._stack_num = frameskip, stack_num
        self._sticky = checked_probability(repeat_action_probability)
        self._noop_max = noop_max
        self._max_frames = checked_frame_limit(max_num_frames_per_episode)
        try:
            self._c = load(pong_rom(), keeps_lock=False)
        except UnavailableError as error:
            raise EnvError(f"many games at once are played on the console in C, which can't be had: {error}") from error
        self._consoles = [Console(pong_rom()) for _ in range(num_envs)]
        self._addresses = np.array([console.address for console in self._consoles], np.uintp)
        # Each thread plays games of its own, without Python.
        parts = np.array_split(np.arange(num_envs), min(num_threads, num_envs))
        self._parts = [slice(int(part[0]), int(part[-1]) + 1) for part in parts]
        self._threads = concurrent.futures.ThreadPoolExecutor(len(parts)) if len(parts) > 1 else None
        autoreset = getattr(gymnasium.vector, "AutoresetMode", None)
        # Gymnasium before 1.1 has no such modes.
        self.metadata = {"autoreset_mode": autoreset and autoreset(mode), "render_fps": steps_per_second(frameskip)}
        shape = (stack_num, _SIDE, _SIDE)
        self.single_observation_space = gymnasium.spaces.Box(0, 255, shape, np.uint8)
        self.single_action_space = gymnasium.spaces.Discrete(6)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._stacks = np.zeros((num_envs, *shape), np.uint8)
        self._points = np.zeros(num_envs, np.int32)
        self._is_over = np.zeros(num_envs, np.uint8)
        self._is_done = np.zeros(num_envs, bool)
        self._held = np.zeros(num_envs, np.uint8)
        self._frames = np.zeros(num_envs, np.int64)
        self._rng = np.random.default_rng()

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        """Begin an episode in every game; see `gymnasium.vector.VectorEnv.reset`.

        Args:
            seed: of the generator of actions that stick and of frames without an action; a list seeds it as a whole.
            options: part of Gymnasium's API; ignored.
        """
        del options
        if seed is not None:
            words = seed if isinstance(seed, (int, np.integer)) else [0 if one is None else one for one in seed]
            self._rng = np.random.default_rng(words)
        self._stacks = np.empty_like(self._stacks)
        for number in range(self.num_envs):
            self._begin(number)
        self._is_done = np.zeros(self.num_envs, bool)
        return self._stacks, self._info()

    def _begin(self, number: int) -> None:
        noops = int(self._rng.integers(1, self._noop_max + 1)) if self._noop_max else 0
        self._held[number] = 0
        console, stack = self._consoles[number], self._stacks[number]
        console.reset()
        console.repeat(0, noops)
        self._c.vector_begin(console.address, _GREYS.ctypes.data, len(stack), stack.ctypes.data)
        self._frames[number] = console.frames

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        npt.NDArray[np.uint8], npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]
    ]:
        """Play a step in every game; see `gymnasium.vector.VectorEnv.step`.

        Raises:
            EnvError: there is another number of actions, or one that does not exist; or `close` was called.
        """
        if self.closed:
            step_after_close(actions)
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu" or chosen.min() < 0 or chosen.max() > 5:
            raise EnvError(f"actions must be {self.num_envs} integers from 0 to 5; got {actions!r}")
        played = self._with_repeats(_ALE_ACTIONS[chosen])
        begun = self._is_done & (not self._resets_at_once)
        before, self._stacks = self._stacks, np.empty_like(self._stacks)
        self._points[:] = 0
        if self._threads is None:
            self._play(self._parts[0], played, begun, before)
        else:
            list(self._threads.map(lambda part: self._play(part, played, begun, before), self._parts))
        self._frames += self._frameskip
        self._begin_again(begun)
        terminated = self._is_over.astype(bool)
        truncated = ~terminated & (self._frames >= self._max_frames)
        self._is_done, final = terminated | truncated, {}
        if self._resets_at_once and self._is_done.any():
            final = {"final_obs": self._stacks.copy(), "_final_obs": self._is_done}
            self._begin_again(self._is_done)
        return self._stacks, self._points.astype(np.float64), terminated, truncated, self._info() | final

    def _begin_again(self, over: npt.NDArray[np.bool_]) -> None:
        for number in np.flatnonzero(over):
            self._begin(int(number))
            self._is_over[number] = 0

    def _play(
        self,
        part: slice,
        actions: npt.NDArray[np.uint8],
        is_skipped: npt.NDArray[np.bool_],
        before: npt.NDArray[np.uint8],
    ) -> None:
        """Play a step of some games, but for those to be skipped, with an action for each frame.

        The stacks of pictures go from `before` to those of this environment.
        """
        self._c.vector_step(
            self._addresses[part].ctypes.data,
            part.stop - part.start,
            is_skipped[part].ctypes.data,
            actions[part].ctypes.data,
            self._frameskip,
            _GREYS.ctypes.data,
            self._stack_num,
            before[part].ctypes.data,
            self._stacks[part].ctypes.data,
            self._points[part].ctypes.data,
            self._is_over[part].ctypes.data,
        )

    def _with_repeats(self, chosen: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """Return the action of each frame, (num_envs, frameskip)."""
        played = np.repeat(chosen[:, np.newaxis], self._frameskip, 1)
        if self._sticky:
            is_repeat = self._rng.random(played.shape) < self._sticky
            for frame in range(self._frameskip):
                played[:, frame] = np.where(is_repeat[:, frame], self._held, chosen)
                self._held = played[:, frame]
        return played

    def _info(self) -> dict[str, Any]:
        return {"lives": np.zeros(self.num_envs, np.int32), "episode_frame_number": self._frames.astype(np.int32)}

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        del kwargs
        # Gymnasium also closes what could not be made.
        threads = vars(self).get("_threads")
        if threads is not None:
            threads.shutdown()
