"""Play games with a policy and keep what their gradients need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.compat import adapt, draws_palette, interface_of, make_for_training
from pong_pg.config import TrainConfig
from pong_pg.errors import EnvError
from pong_pg.pixels import FRAME_SHAPE
from pong_pg.policy import DOWN, UP, Policy, sigmoid
from pong_pg.screens import Screens

# Uniform numbers are drawn in blocks: a generator gives the same stream either way, and a call for each costs more.
_BLOCK = 1024


# Steps between two looks at whether the user wants to stop: a fraction of a second, even with a very wide network.
_STEPS_BETWEEN_LOOKS = 64


class Stopped(Exception):  # noqa: N818 - not an error: the user asked for it
    """Playing was given up because the user asked to stop."""


class Game(NamedTuple):
    """A game to play: its number, the seed of the environment's `reset`, and what draws the actions."""

    number: int
    env_seed: int
    rng: np.random.Generator


@dataclass(frozen=True)
class Episode:
    """One game: what the network saw, thought and did, and what it got. `steps` is the game's length.

    Attributes:
        pixels: (sum of change_counts,) int32, the changed pixels of all steps, one step after another.
        signs: int8, 1 for each of them that lit up and -1 for each that went dark.
        change_counts: (steps,) intp, how many of them each step has.
        hidden: (steps, hidden units), the first layer after the ReLU, in the policy's dtype.
        p_up: (steps,) float64, the probability of going up.
        went_up: (steps,) bool.
        rewards: (steps,) float64.
        truncated: the game was cut off instead of being played to its end.
    """

    pixels: npt.NDArray[np.int32]
    signs: npt.NDArray[np.int8]
    change_counts: npt.NDArray[np.intp]
    hidden: npt.NDArray[np.floating]
    p_up: npt.NDArray[np.float64]
    went_up: npt.NDArray[np.bool_]
    rewards: npt.NDArray[np.float64]
    truncated: bool

    @property
    def steps(self) -> int:
        """The game's length in agent steps."""
        return len(self.rewards)

    @property
    def total_reward(self) -> float:
        """The game's return: the undiscounted sum of its rewards, -21 to 21 in Pong."""
        return float(self.rewards.sum())


def uniforms(rng: np.random.Generator) -> Callable[[], float]:
    """Return a function that gives the generator's next number in [0, 1), as `rng.random()` would."""
    block: list[float] = []

    def draw() -> float:
        if not block:
            block.extend(rng.random(_BLOCK)[::-1].tolist())
        return block.pop()

    return draw


class _Lane:
    """A game on its way, in the environment that it is played in."""

    def __init__(self, env: Any, game: Game) -> None:
        self.env = env
        self.step = env.step
        self.game = game
        self.draw = uniforms(game.rng)
        self.pixels: list[npt.NDArray[np.int32]] = []
        self.signs: list[npt.NDArray[np.int8]] = []
        self.hidden: list[npt.NDArray[np.floating]] = []
        self.p_up: list[float] = []
        self.went_up: list[bool] = []
        self.rewards: list[float] = []

    def episode(self, truncated: bool) -> Episode:
        """Return the game that has ended."""
        return Episode(
            pixels=np.concatenate(self.pixels),
            signs=np.concatenate(self.signs),
            change_counts=np.array([len(pixels) for pixels in self.pixels], np.intp),
            hidden=np.array(self.hidden),
            p_up=np.array(self.p_up),
            went_up=np.array(self.went_up),
            rewards=np.array(self.rewards),
            truncated=truncated,
        )


def play_episodes(
    envs: Sequence[Any],
    policy: Policy,
    games: Iterable[Game],
    *,
    greedy: bool = False,
    should_stop: Callable[[], bool] | None = None,
) -> Iterator[tuple[Game, Episode]]:
    """Play whole games side by side, one in each environment, and yield each as it ends.

    Side by side, because what NumPy is asked at every step is little, and costs hardly more for eight games than
    for one. What happens in a game does not depend on those beside it.

    Args:
        envs: environments in the normal form, whose observations are uint8 frames: (210, 160, 3) RGB or
            (210, 160) palette indices. A buffer that an environment reuses is fine.
        policy: the policy that plays.
        games: which ones; the next is taken as one ends.
        greedy: take the likelier action instead of drawing one.
        should_stop: asked every 64 steps.

    Raises:
        Stopped: `should_stop` said so.
    """
    waiting = iter(games)
    lanes = [_Lane(env, game) for env, game in zip(envs, waiting, strict=False)]
    if not lanes:
        return
    drawn = all(draws_palette(lane.env) for lane in lanes)
    first_frames = [None if drawn else lane.env.reset(seed=lane.game.env_seed)[0] for lane in lanes]
    screens = Screens(len(lanes), first_frames[0])

    def begin(index: int, lane: _Lane, frame: Any) -> None:
        if drawn:
            lane.env.screen = screens.canvases[index]
            lane.env.reset(seed=lane.game.env_seed)
        else:
            screens.put(index, frame)
        screens.begin(index)

    for index, (lane, frame) in enumerate(zip(lanes, first_frames, strict=True)):
        begin(index, lane, frame)
    steps = 0
    while lanes:
        changes = screens.changes()
        hiddens, logits = policy.forward(changes)
        pixels, signs, ends = changes
        canvases = screens.canvases
        first = 0
        ended: list[tuple[int, bool]] = []
        for index, (lane, last, hidden, logit) in enumerate(zip(lanes, ends.tolist(), hiddens, logits, strict=True)):
            p_up = sigmoid(logit)
            up = p_up >= 0.5 if greedy else lane.draw() < p_up
            lane.pixels.append(pixels[first:last])
            lane.signs.append(signs[first:last])
            first = last
            lane.hidden.append(hidden)
            lane.p_up.append(p_up)
            lane.went_up.append(up)
            if drawn:
                lane.env.screen = canvases[index]
                _, reward, terminated, truncated, _ = lane.step(UP if up else DOWN)
            else:
                frame, reward, terminated, truncated, _ = lane.step(UP if up else DOWN)
                screens.put(index, frame)
            lane.rewards.append(float(reward))
            if terminated or truncated:
                ended.append((index, bool(truncated and not terminated)))
        steps += 1
        if should_stop is not None and steps % _STEPS_BETWEEN_LOOKS == 0 and should_stop():
            raise Stopped
        # From the last one down: a game that is dropped moves only those behind it.
        for index, truncated in reversed(ended):
            lane = lanes[index]
            following = next(waiting, None)
            if following is None:
                screens.drop(index)
                lanes[index] = lanes[-1]
                lanes.pop()
            else:
                lanes[index] = _Lane(lane.env, following)
                begin(index, lanes[index], None if drawn else lane.env.reset(seed=following.env_seed)[0])
            yield lane.game, lane.episode(truncated)


def play_episode(
    env: Any,
    policy: Policy,
    *,
    env_seed: int,
    rng: np.random.Generator,
    greedy: bool = False,
    should_stop: Callable[[], bool] | None = None,
) -> Episode:
    """Play one whole game and return it; see `play_episodes`."""
    game = Game(0, env_seed, rng)
    return next(play_episodes([env], policy, [game], greedy=greedy, should_stop=should_stop))[1]


def training_env(config: TrainConfig, env_factory: Callable[[], Any] | None = None) -> Any:
    """Make the environment that a run plays.

    Args:
        config: says which.
        env_factory: makes it instead; what it returns is adapted.

    Raises:
        EnvError: its observations are not frames of Pong, or actions 2 and 3 do not exist.
        UnknownEnvError: no environment has the config's id.
        MissingPackageError: a package that it needs is not installed.
    """
    if env_factory is not None:
        env, name = adapt(env_factory()), "the environment of env_factory"
    else:
        env, name = make_for_training(config.env, backend=config.backend, **config.env_kwargs), config.env
    _check_playable(env, name)
    return env


def _check_playable(env: Any, name: str) -> None:
    shape, dtype, actions = interface_of(env)
    if shape not in {FRAME_SHAPE, (*FRAME_SHAPE, 3)} or dtype != np.uint8:
        raise EnvError(
            f"{name} can't be trained on: observations must be uint8 frames of shape (210, 160, 3) or (210, 160), "
            f"as Pong's are; they have shape {shape} and dtype {dtype}"
        )
    if actions <= DOWN:
        raise EnvError(
            f"{name} can't be trained on: the policy plays actions {UP} (up) and {DOWN} (down); there are {actions}"
        )
