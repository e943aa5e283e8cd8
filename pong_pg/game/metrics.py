"""The metrics of an update that every algorithm has, and the columns of the live display."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pong_pg.game.progress import Progress
from pong_pg.game.results import GameResult


@dataclass(frozen=True, kw_only=True)
class UpdateMetrics:
    """The metrics of one update, a row of the metrics files.

    The columns about games are None for an update in which no game ended, as may happen with PPO, whose batches
    consist of steps instead of whole games.

    Attributes:
        update: number of the update, from 1.
        games: games finished since the run began.
        agent_steps: agent steps of those games; with PPO also of games that have not ended yet.
        seconds: wall time since the update before ended, and with it that of an evaluation in between, which
            `--until-return` asks for; at the beginning of a run, since its first games began, and where it is resumed,
            since its games under way have been played again.
        mean_return: mean return of the batch's games, -21 to 21 in Pong.
        min_return: lowest return of the batch's games.
        max_return: highest return of the batch's games.
        running_mean: exponential moving average of returns: 0.99 of the old value and 0.01 of each game's return.
        episode_length: mean length of the batch's games in agent steps.
        gradient_norm: Euclidean norm of the batch's summed gradient; with PPO the mean norm over its minibatches.
        entropy: mean entropy of the policy over the batch's steps, in nats, 0 to the logarithm of the
            number of actions.
        steps_per_second: agent steps of the batch per second of this update.
        truncated_games: games of the batch that were truncated; REINFORCE computes no gradient of them, PPO does.
        flat_games: games of the batch in which all advantages are equal; REINFORCE computes no gradient of them, and
            PPO does not count them.
    """

    update: int
    games: int
    agent_steps: int
    seconds: float
    mean_return: float | None
    min_return: float | None
    max_return: float | None
    running_mean: float | None
    episode_length: float | None
    gradient_norm: float
    entropy: float
    steps_per_second: float
    truncated_games: int
    flat_games: int = 0


def columns_of_games(progress: Progress, games: Sequence[GameResult], steps: int, seconds: float) -> dict[str, Any]:
    """Return the columns of `UpdateMetrics` that follow from what was played.

    Args:
        progress: after the update.
        games: the games that ended in it.
        steps: agent steps of the update.
        seconds: wall time of the update.
    """
    returns = [game.total_reward for game in games]
    return {
        "update": progress.update,
        "games": progress.games,
        "agent_steps": progress.agent_steps,
        "seconds": seconds,
        "mean_return": sum(returns) / len(returns) if returns else None,
        "min_return": min(returns, default=None),
        "max_return": max(returns, default=None),
        "running_mean": progress.running_mean,
        "episode_length": sum(game.steps for game in games) / len(games) if games else None,
        "steps_per_second": steps / seconds,
        "truncated_games": sum(game.truncated for game in games),
    }


def column_names(metrics: type[UpdateMetrics]) -> tuple[str, ...]:
    """Return the names of the columns of a class of metrics."""
    return tuple(field.name for field in dataclasses.fields(metrics))


@dataclass(frozen=True)
class Column:
    """A column of the live display.

    Attributes:
        title: heading of the column.
        field: name of the field of the metrics to show.
        form: format specification, as for `format`.
        bold: whether to show the values in bold.
    """

    title: str
    field: str
    form: str = ""
    bold: bool = False

    def text(self, metrics: UpdateMetrics) -> str:
        """Return the column's text for a row, in rich's markup; "-" for None."""
        text = number(getattr(metrics, self.field), self.form)
        return f"[bold]{text}[/bold]" if self.bold else text


def number(value: float | None, form: str) -> str:
    """Return a number formatted with the specification `form`; "-" for None."""
    return "-" if value is None else format(value, form)
