"""Play games with a policy and keep what their gradients need: the rollouts of REINFORCE."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.compat import Env, draws_palette
from pong_pg.compat.ale import DirectEnv
from pong_pg.errors import Stopped
from pong_pg.game.env import Advance, copying, uniforms
from pong_pg.game.frames import DOWN, UP
from pong_pg.native.build import forward
from pong_pg.reinforce.compiled_forward import Sight
from pong_pg.reinforce.frame_changes import Screens
from pong_pg.reinforce.policy import Policy, sigmoid
from pong_pg.reinforce.step_buffer import History

# Steps between two looks at whether the user wants to stop: a fraction of a second, even with a very wide network.
_STEPS_BETWEEN_LOOKS = 64


class Game(NamedTuple):
    """A game to play: its number, the seed of the environment's `reset`, and what draws the actions."""

    number: int
    env_seed: int
    rng: np.random.Generator


@dataclass(frozen=True)
class Episode:
    """One game: its observations, activations, actions and rewards.

    Attributes:
        pixels: (sum of change_counts,) int32, the changed pixels of all steps, one step after another.
        signs: float32, 1 for each of them that lit up and -1 for each that went dark.
        change_counts: (steps,) intp, how many of them each step has.
        hidden: (steps, hidden units), the first layer after the ReLU, in the policy's dtype.
        p_up: (steps,) float64, the probability of going up.
        went_up: (steps,) bool.
        rewards: (steps,) float64.
        truncated: the game was cut off instead of being played to its end.
    """

    pixels: npt.NDArray[np.int32]
    signs: npt.NDArray[np.float32]
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


class _Lane:
    """A game on its way, in the environment that it is played in.

    Args:
        env: the environment, `advance` its step.
        game: the game.
        chapter: the one of the history in which the game begins.
    """

    def __init__(self, env: Env, advance: Advance, game: Game, chapter: int) -> None:
        self.env = env
        self.advance = advance
        self.game = game
        self.draw = uniforms(game.rng)
        self.chapter = chapter
        # Its place among the lanes, in each chapter that is closed.
        self.places: list[int] = []


def play_episodes(
    envs: Sequence[Env],
    policy: Policy,
    games: Iterable[Game],
    *,
    greedy: bool = False,
    should_stop: Callable[[], bool] | None = None,
) -> Iterator[tuple[Game, Episode]]:
    """Play whole games and yield each as it ends.

    With the compiled forward pass one after another, in the first environment. Otherwise side by side, one in each
    environment, because what NumPy is asked at every step is little, and costs hardly more for eight games than for
    one. What happens in a game depends neither on that nor on those beside it.

    Args:
        envs: environments in the normal form, whose observations are uint8 frames: (210, 160, 3) RGB or
            (210, 160) palette indices. A buffer that an environment reuses is fine.
        policy: the policy that plays.
        games: which ones; the next is taken as one ends.
        greedy: take the likelier action instead of drawing one.
        should_stop: asked every 64 steps.

    Raises:
        Stopped: `should_stop` returned True.
    """
    direct = [env for env in envs if draws_palette(env)]
    drawn = len(direct) == len(envs)
    compiled = forward() if drawn and policy.W2.dtype == np.float32 else None
    if compiled is None or not direct:
        yield from _play_side_by_side(envs, policy, games, drawn=drawn, greedy=greedy, should_stop=should_stop)
    else:
        sight = Sight(policy, compiled)
        yield from _play_one_by_one(direct[0], sight, games, greedy=greedy, should_stop=should_stop)


def _play_one_by_one(
    env: DirectEnv, sight: Sight, games: Iterable[Game], *, greedy: bool, should_stop: Callable[[], bool] | None
) -> Iterator[tuple[Game, Episode]]:
    screen, look, advance = sight.screen, sight.forward, env.advance
    for game in games:
        draw = uniforms(game.rng)
        sight.begin(env.reset(seed=game.env_seed)[0])
        p_up: list[float] = []
        went_up: list[bool] = []
        rewards: list[float] = []
        terminated = truncated = False
        while not (terminated or truncated):
            sight.make_room(_STEPS_BETWEEN_LOOKS)
            for _ in range(_STEPS_BETWEEN_LOOKS):
                p = sigmoid(look())
                up = p >= 0.5 if greedy else draw() < p
                reward, terminated, truncated = advance(UP if up else DOWN, screen)
                p_up.append(p)
                went_up.append(up)
                rewards.append(reward)
                if terminated or truncated:
                    break
            if should_stop is not None and should_stop():
                raise Stopped
        yield (
            game,
            Episode(
                **sight.seen(),
                p_up=np.array(p_up, np.float64),
                went_up=np.array(went_up, np.bool_),
                rewards=np.array(rewards, np.float64),
                truncated=not terminated,
            ),
        )


def _play_side_by_side(
    envs: Sequence[Env],
    policy: Policy,
    games: Iterable[Game],
    *,
    drawn: bool,
    greedy: bool,
    should_stop: Callable[[], bool] | None,
) -> Iterator[tuple[Game, Episode]]:
    waiting = iter(games)
    lanes = [
        _Lane(env, env.advance if draws_palette(env) and drawn else copying(env), game, 0)
        for env, game in zip(envs, waiting, strict=False)
    ]
    frames = [lane.env.reset(seed=lane.game.env_seed)[0] for lane in lanes]
    if not lanes:
        return
    screens = Screens(len(lanes), None if drawn else frames[0])
    for index, frame in enumerate(frames):
        screens.begin(index, frame)
    history = History()
    steps = 0
    while lanes:
        # Everything for all lanes at a time, and the emulators one straight after another: each of them takes the
        # caches for itself.
        changes = screens.changes()
        hidden, logits = policy.forward(changes)
        p_up = [sigmoid(logit) for logit in logits]
        went_up = [p >= 0.5 if greedy else lane.draw() < p for lane, p in zip(lanes, p_up, strict=True)]
        outcomes = [
            lane.advance(UP if up else DOWN, canvas)
            for lane, up, canvas in zip(lanes, went_up, screens.canvases, strict=True)
        ]
        history.write(changes, hidden, p_up, went_up, [reward for reward, _, _ in outcomes])
        steps += 1
        if should_stop is not None and steps % _STEPS_BETWEEN_LOOKS == 0 and should_stop():
            raise Stopped
        ended = [index for index, (_, terminated, truncated) in enumerate(outcomes) if terminated or truncated]
        if not ended:
            continue
        history.close_chapter()
        for index, lane in enumerate(lanes):
            lane.places.append(index)
        for index in ended:
            lane, (_, terminated, _) = lanes[index], outcomes[index]
            yield lane.game, Episode(**history.read(lane.chapter, lane.places), truncated=not terminated)
        # From the last one down: a game that is dropped moves only those behind it.
        for index in reversed(ended):
            lane, following = lanes[index], next(waiting, None)
            if following is not None:
                lanes[index] = _Lane(lane.env, lane.advance, following, history.chapters)
                screens.begin(index, lane.env.reset(seed=following.env_seed)[0])
                continue
            screens.drop(index)
            lanes[index] = lanes[-1]
            lanes.pop()
        history.forget(min((lane.chapter for lane in lanes), default=history.chapters))


def play_episode(
    env: Env,
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
