"""`Pong-v5`: Gymnasium's `ALE/Pong-v5`, frame for frame and for the same seeds, on the console in C."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from pong_pg.compat.ale import (
    checked_frame_limit,
    checked_frameskip,
    checked_probability,
    numbers,
    step_after_close,
    steps_per_second,
)
from pong_pg.compat.emulator import MINIMAL_ACTIONS, load_pong
from pong_pg.compat.ids import MAX_FRAMES
from pong_pg.errors import EnvError

_NAMES = (
    "NOOP", "FIRE", "UP", "RIGHT", "LEFT", "DOWN", "UPRIGHT", "UPLEFT", "DOWNRIGHT", "DOWNLEFT", "UPFIRE", "RIGHTFIRE",
    "LEFTFIRE", "DOWNFIRE", "UPRIGHTFIRE", "UPLEFTFIRE", "DOWNRIGHTFIRE", "DOWNLEFTFIRE",
)  # fmt: skip
_SHAPES: dict[str, tuple[int, ...]] = {"rgb": (210, 160, 3), "grayscale": (210, 160), "ram": (128,)}
_NOOP = bytes(1)


class PongEnv(gymnasium.Env, gymnasium.utils.EzPickle):  # type: ignore[misc]  # Gymnasium need not be there
    """Pong with the arguments, observations, rewards and infos of ale-py's `ALE/Pong-v5`.

    With the same seeds and actions it is the same episode, also where actions stick and frame skips are drawn. Without
    a compiler of C, ale-py plays. A copy, or what is unpickled, is a new environment with the same arguments.

    Args:
        obs_type: "rgb" for (210, 160, 3), "grayscale" for (210, 160) or "ram" for (128,) uint8 observations.
        frameskip: frames of a step, or (low, high) to draw low to high - 1 at each step.
        repeat_action_probability: probability, at each frame, that the action of the last frame is repeated.
        full_action_space: the actions are ALE's 18, and not the 6 that do something.
        mode: 0 or 1.
        difficulty: 0 to 3.
        max_num_frames_per_episode: frames after which an episode is truncated; 0 for no limit, None for 108,000.
        render_mode: None or "rgb_array".

    Raises:
        EnvError: an argument is out of range.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 15}  # noqa: RUF012 - Gymnasium's form

    def __init__(
        self,
        *,
        obs_type: str = "rgb",
        frameskip: int | tuple[int, int] = 4,
        repeat_action_probability: float = 0.25,
        full_action_space: bool = False,
        mode: int | None = None,
        difficulty: int | None = None,
        max_num_frames_per_episode: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        arguments = {name: value for name, value in locals().items() if name not in {"self", "__class__"}}
        gymnasium.utils.EzPickle.__init__(self, **arguments)
        if obs_type not in _SHAPES:
            raise EnvError(f"obs_type must be one of {', '.join(_SHAPES)}; got {obs_type!r}")
        if render_mode not in (None, "rgb_array"):
            raise EnvError(f"render_mode must be None or 'rgb_array'; got {render_mode!r}")
        if mode not in (None, 0, 1) or difficulty not in (None, 0, 1, 2, 3):
            raise EnvError(f"mode must be 0 or 1, and difficulty 0 to 3; got {mode!r} and {difficulty!r}")
        self.obs_type, self.render_mode = obs_type, render_mode
        # Gymnasium's AtariPreprocessing reads it under this name.
        self._frameskip = frameskip
        self._skip_low, self._skip_high = checked_frameskip(frameskip)
        self.metadata = {**self.metadata, "render_fps": steps_per_second(frameskip)}
        self._sticky = checked_probability(repeat_action_probability)
        limit = MAX_FRAMES if max_num_frames_per_episode is None else max_num_frames_per_episode
        self._max_frames = checked_frame_limit(limit)
        self._emulator = load_pong()
        self.ale = self._emulator.ale
        self.ale.setMode(mode or 0)
        self.ale.setDifficulty(difficulty or 0)
        self._actions = tuple(range(len(_NAMES))) if full_action_space else MINIMAL_ACTIONS
        self._actions_as_bytes = [bytes([number]) for number in self._actions]
        self.action_space = gymnasium.spaces.Discrete(len(self._actions))
        self.observation_space = gymnasium.spaces.Box(0, 255, _SHAPES[obs_type], np.uint8)
        self._seed(None)
        self.ale.reset_game()
        self._held, self._frames, self._earlier_frames = _NOOP, 0, 0
        looks = {"rgb": self.ale.getScreenRGB, "grayscale": self.ale.getScreenGrayscale, "ram": self.ale.getRAM}
        self._observe = looks[obs_type]
        self._play: Callable[[bytes], tuple[Any, int, bool]] = (
            self._emulator.step if obs_type == "rgb" else self._play_and_observe
        )

    def _seed(self, seed: int | None) -> tuple[np.uint32, np.uint32]:
        # As ale-py's environment makes two seeds of one.
        first, second = np.random.SeedSequence(seed).generate_state(2)
        self.np_random = np.random.default_rng(int(first))
        # ALE draws a double of std::mt19937 at each frame, which is NumPy's old generator.
        self._repeat_numbers = numbers(np.random.RandomState(int(second)).random_sample)
        return first, second

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.uint8], dict[str, Any]]:
        """Begin an episode; a `seed` restarts the generators of sticky actions and frame skips.

        Args:
            seed: of at least 0.
            options: part of Gymnasium's API; ignored.

        Returns:
            Observation and info, with the emulator's two `seeds` if a seed was given.
        """
        del options
        seeds = {}
        self._earlier_frames += self._frames
        if seed is not None:
            seeds = {"seeds": self._seed(seed)}
            self._earlier_frames = 0
        self.ale.reset_game()
        self._held = _NOOP
        self._frames = self.ale.getEpisodeFrameNumber()
        return self._observe(), self._info() | seeds

    def step(self, action: Any) -> tuple[npt.NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Play the frames of a step; see `gymnasium.Env.step`.

        Raises:
            IndexError: there is no such action.
            EnvError: `close` was called.
        """
        chosen = self._actions_as_bytes[action]
        skip = self._skip_low
        if self._skip_high is not None:
            skip = int(self.np_random.integers(self._skip_low, self._skip_high))
        before, end = self._frames, self._max_frames
        after = before + skip
        if after > end:  # noqa: PLR1730 - calling `min` would take a hundredth of the step
            after = end
        frames = after - before
        actions = self._with_repeats(chosen, skip)[:frames] if self._sticky else chosen * frames
        observation, reward, is_over = self._play(actions)
        if is_over:
            # No frames are played after the end of a game.
            self._frames = self.ale.getEpisodeFrameNumber()
            return observation, float(reward), True, False, self._info()
        self._frames = after
        info = {"lives": 0, "episode_frame_number": after, "frame_number": self._earlier_frames + after}
        return observation, float(reward), False, after == end, info

    def _play_and_observe(self, actions: bytes) -> tuple[Any, int, bool]:
        reward = self._emulator.play(actions)
        return self._observe(), reward, self.ale.game_over()

    def _with_repeats(self, chosen: bytes, frames: int) -> bytes:
        """Return the action of each frame of a step; ALE draws for frames after the end of a game as well."""
        held = self._held
        actions = [held := held if next(self._repeat_numbers) < self._sticky else chosen for _ in range(frames)]
        self._held = held
        return b"".join(actions)

    def _info(self) -> dict[str, Any]:
        frames = self._frames
        return {"lives": 0, "episode_frame_number": frames, "frame_number": self._earlier_frames + frames}

    def render(self) -> npt.NDArray[np.uint8] | None:
        """Return the screen as a (210, 160, 3) uint8 array; None without a render mode."""
        if self.render_mode is None:
            return None
        screen: npt.NDArray[np.uint8] = self.ale.getScreenRGB()
        return screen

    def close(self) -> None:
        """Let further steps raise an error."""
        self._play = step_after_close

    def get_action_meanings(self) -> list[str]:
        """Return the names of the actions."""
        return [_NAMES[action] for action in self._actions]
