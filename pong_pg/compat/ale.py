"""The direct environment: Pong with Gymnasium's API, directly on the emulator."""

from __future__ import annotations

import functools
import operator
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any, NamedTuple, NoReturn

import numpy as np
import numpy.typing as npt

from pong_pg.atari2600.binding import RAM_BYTES, Console
from pong_pg.compat._versions import optional, spaces
from pong_pg.compat.emulator import load_pong, pong_rom
from pong_pg.compat.gymnasium_base import with_gymnasium_base
from pong_pg.compat.ids import ACTION_MEANINGS, MAX_FRAMES, PONG_IDS
from pong_pg.compat.seeds import checked_seed
from pong_pg.errors import EnvError

# The shape of each type of observation.
_SHAPES: dict[str, tuple[int, ...]] = {"rgb": (210, 160, 3), "palette": (210, 160), "ram": (RAM_BYTES,)}
OBS_TYPES = tuple(_SHAPES)
_BLOCK = 4096
# What `EnvSpec` is where Gymnasium is not installed.
_Spec = functools.partial(SimpleNamespace, nondeterministic=False, max_episode_steps=None, reward_threshold=None)


class ConsoleRules(NamedTuple):
    """How functions of C play the games of a `DirectEnv`.

    Attributes:
        new_console: returns a console at the beginning of a game.
        fewest_frames: emulator frames of a step, at least.
        frame_counts: how many numbers of frames a step may have: 1, or more if they are drawn.
        most_frames: emulator frames after which a game is truncated.
        sticky: probability of a sticky action at each emulator frame.
    """

    new_console: Callable[[], Console]
    fewest_frames: int
    frame_counts: int
    most_frames: int
    sticky: float


def game_generators(seed: int | None) -> tuple[np.random.Generator, np.random.Generator]:
    """Return the generators of a game's frame skips and of its sticky actions, from the seed of `reset`."""
    skips, sticky = np.random.SeedSequence(seed).spawn(2)
    return np.random.default_rng(skips), np.random.default_rng(sticky)


def numbers(draw: Callable[[int], npt.NDArray[np.float64]]) -> Iterator[float]:
    """Yield a generator's numbers in [0, 1), without end: drawn in blocks, which is faster and the same stream.

    Args:
        draw: the generator's method that returns so many of them.
    """
    while True:
        yield from draw(_BLOCK).tolist()


class DirectEnv:
    """Pong directly on the emulator, with frame skip and sticky actions drawn from its own generators.

    The same seed and actions give the same episode on every version of the emulator, and a seeded reset does not
    load the ROM again. With a deterministic id the episode is, frame for frame, the one of `gymnasium.make`; with a
    stochastic id it has the same distribution.

    The console in C plays or, with the same bits, ale-py: without a compiler, and with ``PONG_PG_EMULATOR=ale``.

    Args:
        env_id: a key of `pong_pg.compat.ids.PONG_IDS`.
        obs_type: type of the observations; None for the id's. "rgb" is a new (210, 160, 3) uint8 frame at each step,
            "ram" the console's memory as a new (128,) uint8 array, "palette" the emulator's (210, 160) uint8 palette
            indices, in one buffer that every step overwrites.
        frameskip: emulator frames per step, 1 to 108,000, or (low, high) to draw low to high - 1 at each step; None
            for the id's.
        repeat_action_probability: probability of a sticky action at each emulator frame, 0 to 1; None for the id's.
        max_num_frames_per_episode: emulator frames after which an episode is truncated; 0 for no limit.
        render_mode: "rgb_array" or None; `render` returns an array either way.

    Raises:
        MissingPackageError: no emulator, or no ROM of Pong, is installed.
        EnvError: an argument is out of range.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 15}  # noqa: RUF012 - Gymnasium's form

    def __init__(
        self,
        env_id: str = "ALE/Pong-v5",
        *,
        obs_type: str | None = None,
        frameskip: int | tuple[int, int] | None = None,
        repeat_action_probability: float | None = None,
        max_num_frames_per_episode: int = MAX_FRAMES,
        render_mode: str | None = "rgb_array",
    ) -> None:
        meaning = PONG_IDS[env_id]
        obs_type = meaning.obs_type if obs_type is None else obs_type
        if obs_type not in OBS_TYPES:
            raise EnvError(f"obs_type must be one of {', '.join(OBS_TYPES)}; got {obs_type!r}")
        if render_mode not in (None, "rgb_array"):
            raise EnvError(f"render_mode must be None or 'rgb_array' on the direct backend; got {render_mode!r}")
        # Gymnasium's AtariPreprocessing reads it under this name.
        self._frameskip = meaning.frameskip if frameskip is None else frameskip
        self.env_id = env_id
        self.obs_type = obs_type
        self.render_mode = render_mode
        self._skip_low, self._skip_high = checked_frameskip(self._frameskip)
        self.metadata = {**self.metadata, "render_fps": steps_per_second(self._frameskip)}
        self._sticky = checked_probability(
            meaning.repeat_action_probability if repeat_action_probability is None else repeat_action_probability
        )
        self._max_frames = checked_frame_limit(max_num_frames_per_episode)
        self._spec: Any = None
        self._emulator = load_pong()
        self.ale, self._actions, self._play_each = self._emulator.ale, self._emulator.actions, self._emulator.play
        self._screen = np.empty((210, 160), np.uint8)
        self._seed(None)
        self._over = True

    def console_rules(self) -> ConsoleRules | None:
        """Return how functions of C play the same games by themselves; None if the console in C does not play."""
        if self._emulator.console is None:
            return None
        counts = 1 if self._skip_high is None else self._skip_high - self._skip_low
        begin = functools.partial(Console, pong_rom())
        return ConsoleRules(begin, self._skip_low, counts, self._max_frames, self._sticky)

    def _seed(self, seed: int | None) -> None:
        skips, repeats = game_generators(seed)
        self._skip_numbers, self._repeat_numbers = numbers(skips.random), numbers(repeats.random)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:  # noqa: ARG002 - Gymnasium's form
        """Start an episode; a `seed` restarts the generators of frame skips and sticky actions.

        Args:
            seed: an integer of at least 0, or None to continue with the generators of the last episode.
            options: part of Gymnasium's API; ignored, since this environment has none.

        Raises:
            EnvError: the seed is not an integer of at least 0.
        """
        if seed is not None:
            self._seed(checked_seed(seed))
        self.ale.reset_game()
        self._held = self._actions[0]
        self._frames = 0
        self._over = False
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take one step.

        Args:
            action: 0 to 5, an index of NOOP, FIRE, RIGHT, LEFT, RIGHTFIRE, LEFTFIRE.

        Returns:
            Observation, reward (the sum of -1 or 1 for each point in the step), terminated, truncated, info.

        Raises:
            EnvError: the action is not one of these, or no episode is running.
        """
        if self._over:
            raise EnvError(f"{self.env_id}: step() needs a running episode, and there is none: call reset() first")
        try:
            index = operator.index(action)
            if index < 0:
                raise IndexError
            chosen = self._actions[index]
        except (IndexError, TypeError):
            raise EnvError(f"{self.env_id}: an action must be an integer from 0 to 5; got {action!r}") from None
        reward, terminated, truncated = self._play(chosen)
        return self._observation(), reward, terminated, truncated, self._info()

    def _play(self, chosen: Any) -> tuple[float, bool, bool]:
        skip = self._skip_low
        if self._skip_high is not None:
            # As console_game.h draws them.
            skip += int(next(self._skip_numbers) * (self._skip_high - skip))
        actions = [chosen] * skip
        if self._sticky:
            held = self._held
            actions = [held := held if next(self._repeat_numbers) < self._sticky else chosen for _ in range(skip)]
            self._held = held
        reward = self._play_each(actions)
        self._frames += skip
        terminated = self.ale.game_over()
        truncated = not terminated and self._frames >= self._max_frames
        self._over = terminated or truncated
        return float(reward), terminated, truncated

    def _observation(self) -> Any:
        if self.obs_type == "palette":
            self.ale.getScreen(self._screen)
            return self._screen
        return self.ale.getScreenRGB() if self.obs_type == "rgb" else self.ale.getRAM()

    def _info(self) -> dict[str, Any]:
        return {"lives": 0, "episode_frame_number": self._frames}

    def render(self) -> Any:
        """Return the screen as a new (210, 160, 3) uint8 RGB array; no window is opened."""
        return self.ale.getScreenRGB()

    def on_frame(self, call: Callable[[Any], None]) -> None:
        """From now on, call a function with the screen, as from `render`, after every emulator frame of each step."""
        act = self.ale.act

        def act_and_call(action: Any) -> Any:
            reward = act(action)
            call(self.ale.getScreenRGB())
            return reward

        self._play_each = lambda actions: sum([act_and_call(action) for action in actions])

    def close(self) -> None:
        """End the episode; the emulator holds no window or file."""
        self._over = True

    @property
    def observation_shape(self) -> tuple[int, ...]:
        """Shape of the observations: (210, 160, 3), (210, 160) or (128,)."""
        return _SHAPES[self.obs_type]

    # Spaces are made on first use: workers never use them, and so import neither Gymnasium nor Gym.
    @functools.cached_property
    def action_space(self) -> Any:
        """The space of actions: Discrete(6), of Gymnasium or else of OpenAI Gym."""
        return spaces().Discrete(len(self._actions))

    @functools.cached_property
    def observation_space(self) -> Any:
        """The space of observations: Box of uint8, 0 to 255, with shape `observation_shape`."""
        return spaces().Box(0, 255, self.observation_shape, np.uint8)

    @property
    def spec(self) -> Any:
        """Id and arguments, as an `EnvSpec` that `gymnasium.make` takes; without Gymnasium, no more than that."""
        if self._spec is None:
            gymnasium = optional("gymnasium", "making an EnvSpec")
            made = _Spec if gymnasium is None else gymnasium.envs.registration.EnvSpec
            kwargs = {"env_id": self.env_id, **self._arguments()}
            self._spec = made(id=self.env_id, entry_point=f"{__name__}:direct_env", kwargs=kwargs)
        return self._spec

    @spec.setter
    def spec(self, spec: Any) -> None:
        # `gymnasium.make` sets it.
        self._spec = spec

    @property
    def unwrapped(self) -> DirectEnv:
        """This environment itself, since it wraps no other."""
        return self

    def get_action_meanings(self) -> list[str]:
        """Return the names of the actions, NOOP first."""
        return list(ACTION_MEANINGS)

    def _arguments(self) -> dict[str, Any]:
        return {
            "obs_type": self.obs_type,
            "frameskip": self._skip_low if self._skip_high is None else (self._skip_low, self._skip_high),
            "repeat_action_probability": self._sticky,
            "max_num_frames_per_episode": self._max_frames,
            "render_mode": self.render_mode,
        }

    def __reduce__(self) -> tuple[Any, ...]:
        make = DirectEnv if type(self) is DirectEnv else direct_env
        return functools.partial(make, self.env_id, **self._arguments()), ()

    def __repr__(self) -> str:
        return f"<DirectEnv {self.env_id}: directly on {self._emulator.binding}, {self.obs_type}>"

    __str__ = __repr__


def direct_env(env_id: str, **kwargs: Any) -> Any:
    """Make a `DirectEnv`, as a `gymnasium.Env` where Gymnasium is installed; for the arguments see `DirectEnv`."""
    return with_gymnasium_base(DirectEnv)(env_id, **kwargs)


def _frames(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not 1 <= value <= MAX_FRAMES:
        raise EnvError(f"{name} must be an integer from 1 to {MAX_FRAMES}; got {value!r}")
    return int(value)


def checked_frame_limit(value: Any) -> int:
    """Return after how many frames an episode is truncated: as in ALE, never for 0 or less.

    Raises:
        EnvError: it is no integer.
    """
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise EnvError(f"max_num_frames_per_episode must be an integer, 0 for no limit; got {value!r}")
    return int(value) if value > 0 else sys.maxsize


def checked_frameskip(value: Any) -> tuple[int, int | None]:
    """Return the frames of a step: (frames, None), or (low, high) to draw low to high - 1.

    Raises:
        EnvError: it is neither an integer from 1 to 108,000 nor a pair of them, low below high.
    """
    if isinstance(value, (tuple, list)) and len(value) == 2:
        low, high = (_frames("each end of frameskip", end) for end in value)
        if low >= high:
            raise EnvError(f"frameskip (low, high) must have low below high; got {value!r}")
        return low, high
    return _frames("frameskip, or each of a pair of them such as [2,5],", value), None


def step_after_close(_action: Any) -> NoReturn:
    """Take the place of the `step` of an environment that was closed; no method of it, which would keep it alive."""
    raise EnvError("step() was called after close(): make another environment")


def steps_per_second(frameskip: int | tuple[int, int]) -> int:
    """Return the steps in a second of the console's 60 frames, for ``metadata["render_fps"]``; at least 1."""
    low, high = checked_frameskip(frameskip)
    return max(1, round(60 / (low if high is None else (low + high - 1) / 2)))


def checked_probability(value: Any) -> float:
    """Return the probability of a sticky action.

    Raises:
        EnvError: it is not a number from 0 to 1.
    """
    if isinstance(value, bool) or not isinstance(value, (int, float, np.floating)) or not 0 <= value <= 1:
        raise EnvError(f"repeat_action_probability must be a number from 0 to 1; got {value!r}")
    return float(value)
