"""What is measured of each update: a row of metrics, for each algorithm of its own kind."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass


@dataclass(frozen=True)
class UpdateMetrics:
    """One row of the metrics.

    What is said of games is None in an update in which none ended, as may be with PPO, which plays steps and not games.

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


@dataclass(frozen=True)
class PPOMetrics(UpdateMetrics):
    """One row of the metrics of PPO.

    Attributes:
        recent_return: mean return of the last 50 games; None before the first.
        policy_loss: see `pong_pg.ppo.learner.Learned`.
        value_loss: see there.
        clipped: see there.
        kl: see there.
        learning_rate: see there.
        adam_steps: see there.
    """

    recent_return: float | None
    policy_loss: float
    value_loss: float
    clipped: float
    kl: float
    learning_rate: float
    adam_steps: int


METRICS: dict[str, type[UpdateMetrics]] = {"reinforce": UpdateMetrics, "ppo": PPOMetrics}


def columns(metrics: type[UpdateMetrics]) -> tuple[str, ...]:
    """Return the names of the columns of a kind of metrics."""
    return tuple(field.name for field in dataclasses.fields(metrics))
