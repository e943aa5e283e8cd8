"""Evaluate a policy: play games without learning, and summarise the returns."""

from __future__ import annotations

import contextlib
import functools
import itertools
import math
import statistics
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import cast

import numpy as np

from pong_pg.compat import Env, adapt, make_for_training
from pong_pg.errors import ArgumentError, RewardError, check_argument
from pong_pg.game.counts import counted
from pong_pg.game.env import check_playable
from pong_pg.game.player import GamePlayer, GameSeeds, Player, check_player
from pong_pg.game.results import GameResult
from pong_pg.game.seeding import evaluation_game
from pong_pg.settings import integer

# With fewer, an interval is wider than what there is to know.
GAMES_OF_AN_INTERVAL = 10


@dataclass(frozen=True)
class Evaluation:
    """The games of one policy, and the statistics of their returns."""

    games: list[GameResult]

    @property
    def returns(self) -> list[float]:
        """The games' returns, in order."""
        return [game.total_reward for game in self.games]

    @property
    def mean(self) -> float:
        """Mean return."""
        return statistics.fmean(self.returns)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % confidence interval of the mean; None where there is no `margin`."""
        return None if self.margin is None else (self.mean - self.margin, self.mean + self.margin)

    @property
    def deviation(self) -> float:
        """Sample standard deviation of the returns; 0 for one game."""
        return statistics.stdev(self.returns) if len(self.games) > 1 else 0.0

    @property
    def repeated(self) -> bool:
        """Whether several games have the same return and length, as with a greedy policy where nothing is random."""
        return len(self.games) > 1 and len({(game.total_reward, game.steps) for game in self.games}) == 1

    @property
    def margin(self) -> float | None:
        """Half the width of the 95 % confidence interval of the mean, by Student's t.

        None below ten games, and if games are `repeated`, which count as one.
        """
        n = len(self.games)
        if n < GAMES_OF_AN_INTERVAL or self.repeated:
            return None
        return student_t_975(n - 1) * self.deviation / math.sqrt(n)

    def __repr__(self) -> str:
        if not self.games:
            return "Evaluation of no game"
        margin = "" if self.margin is None else f" \N{PLUS-MINUS SIGN} {self.margin:.3g} (95 %)"
        return (
            f"Evaluation of {counted(len(self.games), 'game')}: mean return {self.mean:.4g}{margin}, "
            f"from {min(self.returns):g} to {max(self.returns):g}"
        )


def student_t_975(degrees: int) -> float:
    """Return the 97.5 % quantile of Student's t distribution, with an error below 0.0005 from 9 degrees of freedom on.

    It is the expansion around the normal quantile (Abramowitz and Stegun 26.7.5).
    """
    z = statistics.NormalDist().inv_cdf(0.975)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / degrees + second / degrees**2 + third / degrees**3


def mean_text(evaluation: Evaluation) -> str:
    """Return the mean return, and how sure it is: the returns, or from ten games on the 95 % confidence interval."""
    text = f"{evaluation.mean:.2f}"
    if evaluation.margin is not None:
        text += f" ± {evaluation.margin:.2f} (95 %)"
    elif 1 < len(evaluation.games) < GAMES_OF_AN_INTERVAL:
        text += f" (games: {', '.join(f'{total:g}' for total in evaluation.returns)})"
    return text


def cut_off_text(evaluation: Evaluation) -> str:
    """Return what to add about games that went on until they were truncated, as when both sides return every ball."""
    steps = [game.steps for game in evaluation.games if game.truncated]
    if not steps:
        return ""
    return f"; {counted(len(steps), 'game')} {'was' if len(steps) == 1 else 'were'} cut off after {max(steps):,} steps"


def evaluate(
    policy: Player,
    env: object = "ALE/Pong-v5",
    n_episodes: int = 10,
    *,
    seed: int = 0,
    greedy: bool = False,
    on_game: Callable[[GameResult], None] | None = None,
) -> Evaluation:
    """Play whole games.

    Args:
        policy: the player, of any algorithm or of your own.
        env: an environment's id, see `pong_pg.make`, or an environment with frames like Pong's that `pong_pg.adapt`
            takes. An environment is not closed.
        n_episodes: number of games, at least 1.
        seed: decides the games; the same seed gives the same games.
        greedy: always take the likeliest action.
        on_game: called after each game.

    Returns:
        The games, with their `returns`, the `mean` and its 95 % confidence `interval`.

    Raises:
        ArgumentError: an argument has the wrong type or is out of range.
        RewardError: a game's return is not finite.
        PongPGError: the environment can't be made or played, or its frames or actions are not like Pong's.
    """
    check_player(policy)
    is_env = isinstance(env, str) or hasattr(env, "step")
    check_argument(is_env, "env", "must be an environment's id, such as 'ALE/Pong-v5', or an environment", env)
    n_episodes, seed = _integer("n_episodes", n_episodes, 1), _integer("seed", seed, 0)
    check_argument(isinstance(greedy, bool | np.bool_), "greedy", "must be True or False", greedy)
    check_argument(on_game is None or callable(on_game), "on_game", "must be a function or None", on_game)
    games = []
    opened = contextlib.closing(make_for_training(env)) if isinstance(env, str) else contextlib.nullcontext(adapt(env))
    with opened as played:
        check_playable(played, str(env))
        seeds = functools.partial(evaluation_game, seed)
        # Of its class: a wrapper that hands attributes on to another policy is to be asked for every action itself.
        plays_games = callable(getattr(type(policy), "play_games", None))
        play_games = cast("GamePlayer", policy).play_games if plays_games else functools.partial(_by_frames, policy)
        for game in itertools.islice(play_games(played, seeds, greedy=greedy), n_episodes):
            if not math.isfinite(game.total_reward):
                raise RewardError(
                    f"the return of evaluation game {game.game + 1} (environment seed {game.env_seed}) is not finite "
                    f"({game.total_reward:g}): fix the environment"
                )
            games.append(game)
            if on_game is not None:
                on_game(game)
    return Evaluation(games)


def _integer(name: str, value: object, low: int) -> int:
    try:
        return integer(low)(value)
    except ValueError as error:
        raise ArgumentError(f"{name} {error}; got {value!r}") from None


def _by_frames(policy: Player, env: Env, seeds: GameSeeds, *, greedy: bool) -> Iterator[GameResult]:
    """Play games as `GamePlayer.play_games`, and ask the policy for each action."""
    for game in itertools.count():
        env_seed, rng = seeds(game)
        policy.reset(rng)
        observation, _ = env.reset(seed=env_seed)
        total, steps = 0.0, 0
        terminated = truncated = False
        while not (terminated or truncated):
            # A copy: the environment may reuse one buffer, and a player may keep the last frame.
            action = policy.act(np.array(observation), greedy=greedy)
            observation, reward, terminated, truncated, _ = env.step(action)
            total, steps = total + float(reward), steps + 1
        yield GameResult(game, env_seed, total, steps, not terminated)
