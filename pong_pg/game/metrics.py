"""The metrics of an update: the columns that every algorithm has, and how a display shows them."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass


@dataclass(frozen=True)
class UpdateMetrics:
    """One row of the metrics.

    The columns on games are None for an update in which none ended, as may happen with PPO, whose batches are made of
    steps instead of games.

    Attributes:
        update: number of the update, from 1.
        games: games played since the run began.
        agent_steps: agent steps of those games; with PPO of all games, also of those under way.
        seconds: wall time of this update.
        mean_return: mean return of the batch's games, -21 to 21 in Pong.
        min_return: lowest of them.
        max_return: highest of them.
        running_mean: 0.99 of the old running mean and 0.01 of each game's return in turn.
        episode_length: mean length of the batch's games in agent steps.
        gradient_norm: Euclidean norm of the batch's summed gradient; with PPO the mean of its minibatches'.
        entropy: mean entropy of the policy over the batch's steps, in nats, 0 to the logarithm of the
            number of actions.
        steps_per_second: agent steps of the batch per second of this update.
        truncated_games: games of the batch that were cut off; REINFORCE has no gradient of them, PPO has.
        flat_games: games of the batch in which every advantage is equal; REINFORCE has no gradient of them, and PPO
            does not count them.
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
    flat_games: int


def column_names(metrics: type[UpdateMetrics]) -> tuple[str, ...]:
    """Return the names of the columns of a kind of metrics."""
    return tuple(field.name for field in dataclasses.fields(metrics))


@dataclass(frozen=True)
class Column:
    """A column of the live display.

    Attributes:
        title: its heading.
        field: the field of the metrics that it shows.
        form: how, as `format` takes it.
        bold: it is the one to look at.
    """

    title: str
    field: str
    form: str = ""
    bold: bool = False

    def text(self, metrics: UpdateMetrics) -> str:
        """Return what the column shows of a row, in rich's markup; "-" where there is nothing to show."""
        text = number(getattr(metrics, self.field), self.form)
        return f"[bold]{text}[/bold]" if self.bold else text


def number(value: float | None, form: str) -> str:
    """Return a number in a format; "-" for None."""
    return "-" if value is None else format(value, form)
