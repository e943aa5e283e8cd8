"""Play games with a policy and keep what their gradients need: the rollouts of REINFORCE."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.compat import Env, draws_palette
from pong_pg.compat.ale import DirectEnv
from pong_pg.errors import Stopped
from pong_pg.game.actions import DOWN, UP
from pong_pg.game.env import Advance, copying, first_frame, uniforms
from pong_pg.game.player import GameSeeds
from pong_pg.game.results import GameResult
from pong_pg.reinforce.compiled_forward import CompiledForward, compiled_function
from pong_pg.reinforce.frame_changes import FrameChanges
from pong_pg.reinforce.network import Network, sigmoid
from pong_pg.reinforce.step_buffer import StepBuffer

# Steps between two checks whether the user wants to stop: a fraction of a second, even with a very wide network.
_STEPS_BETWEEN_STOP_CHECKS = 64


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
    """A game under way in one of the environments that are stepped side by side.

    Args:
        env: the environment, `advance` its step.
        game: the game.
        block: index of the block of the step buffer in which the game begins.
    """

    def __init__(self, env: Env, advance: Advance, game: Game, block: int) -> None:
        self.env = env
        self.advance = advance
        self.game = game
        self.draw = uniforms(game.rng)
        self.block = block
        # Its place among the lanes, in each block that is closed.
        self.places: list[int] = []


def play_episodes(
    envs: Sequence[Env],
    policy: Network,
    games: Iterable[Game],
    *,
    greedy: bool = False,
    should_stop: Callable[[], bool] | None = None,
) -> Iterator[tuple[Game, Episode]]:
    """Play whole games and yield each as it ends.

    With the compiled forward pass one after another, in the first environment. Otherwise side by side, one in each
    environment, because NumPy's work per step is small, and costs hardly more for eight games than for
    one. What happens in a game depends neither on that nor on those beside it.

    Args:
        envs: environments with Gymnasium's API, whose observations are uint8 frames: (210, 160, 3) RGB or
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
    compiled = compiled_function() if drawn and policy.W2.dtype == np.float32 else None
    if compiled is None or not direct:
        yield from _play_side_by_side(envs, policy, games, drawn=drawn, greedy=greedy, should_stop=should_stop)
    else:
        forward = CompiledForward(policy, compiled)
        yield from _play_one_by_one(direct[0], forward, games, greedy=greedy, should_stop=should_stop)


def _play_one_by_one(
    env: DirectEnv,
    compiled: CompiledForward,
    games: Iterable[Game],
    *,
    greedy: bool,
    should_stop: Callable[[], bool] | None,
) -> Iterator[tuple[Game, Episode]]:
    screen, forward, advance = compiled.screen, compiled.forward, env.advance
    for game in games:
        draw = uniforms(game.rng)
        compiled.begin(first_frame(env, game.env_seed))
        p_up: list[float] = []
        went_up: list[bool] = []
        rewards: list[float] = []
        terminated = truncated = False
        while not (terminated or truncated):
            compiled.reserve(_STEPS_BETWEEN_STOP_CHECKS)
            for _ in range(_STEPS_BETWEEN_STOP_CHECKS):
                p = sigmoid(forward())
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
                **compiled.recorded(),
                p_up=np.array(p_up, np.float64),
                went_up=np.array(went_up, np.bool_),
                rewards=np.array(rewards, np.float64),
                truncated=not terminated,
            ),
        )


def _play_side_by_side(
    envs: Sequence[Env],
    policy: Network,
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
    frames = [first_frame(lane.env, lane.game.env_seed) for lane in lanes]
    if not lanes:
        return
    frame_changes = FrameChanges(len(lanes), None if drawn else frames[0])
    for index, frame in enumerate(frames):
        frame_changes.begin(index, frame)
    buffer = StepBuffer()
    steps = 0
    while lanes:
        # Everything for all lanes at a time, and the emulators right after one another: each of them evicts the
        # CPU caches.
        differences = frame_changes.differences()
        hidden, logits = policy.forward(differences)
        p_up = [sigmoid(logit) for logit in logits]
        went_up = [p >= 0.5 if greedy else lane.draw() < p for lane, p in zip(lanes, p_up, strict=True)]
        outcomes = [
            lane.advance(UP if up else DOWN, canvas)
            for lane, up, canvas in zip(lanes, went_up, frame_changes.buffers, strict=True)
        ]
        buffer.append(differences, hidden, p_up, went_up, [reward for reward, _, _ in outcomes])
        steps += 1
        if should_stop is not None and steps % _STEPS_BETWEEN_STOP_CHECKS == 0 and should_stop():
            raise Stopped
        ended = [index for index, (_, terminated, truncated) in enumerate(outcomes) if terminated or truncated]
        if not ended:
            continue
        buffer.close_block()
        for index, lane in enumerate(lanes):
            lane.places.append(index)
        for index in ended:
            lane, (_, terminated, _) = lanes[index], outcomes[index]
            yield lane.game, Episode(**buffer.read(lane.block, lane.places), truncated=not terminated)
        # From the last one down: a game that is dropped moves only those behind it.
        for index in reversed(ended):
            lane, following = lanes[index], next(waiting, None)
            if following is not None:
                lanes[index] = _Lane(lane.env, lane.advance, following, buffer.blocks)
                frame_changes.begin(index, first_frame(lane.env, following.env_seed))
                continue
            frame_changes.drop(index)
            lanes[index] = lanes[-1]
            lanes.pop()
        buffer.discard(min((lane.block for lane in lanes), default=buffer.blocks))


def play_episode(
    env: Env,
    policy: Network,
    *,
    env_seed: int,
    rng: np.random.Generator,
    greedy: bool = False,
    should_stop: Callable[[], bool] | None = None,
) -> Episode:
    """Play one whole game and return it; see `play_episodes`."""
    game = Game(0, env_seed, rng)
    return next(play_episodes([env], policy, [game], greedy=greedy, should_stop=should_stop))[1]


def play_games(env: Env, policy: Network, games: GameSeeds, *, greedy: bool = False) -> Iterator[GameResult]:
    """Yield the results of whole games, without end.

    Args:
        env: as `play_episodes`.
        policy: the policy that plays.
        games: the seeds of each game.
        greedy: take the more probable action instead of drawing one.
    """
    for number in itertools.count():
        env_seed, rng = games(number)
        episode = play_episode(env, policy, env_seed=env_seed, rng=rng, greedy=greedy)
        yield GameResult(number, env_seed, episode.total_reward, episode.steps, episode.truncated)
