"""What a reader of a run's curves should know: failures, truncated games, divergence, lost rows."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from pong_pg.compare.curves import WINDOW, curve_of
from pong_pg.game.counts import counted
from pong_pg.ppo.config import PPOConfig
from pong_pg.viewing.report.run_record import RunRecord

# A fall of the mean return by more than this many points from its best is told.
_FALL = 5.0
# Of the entropy that a uniform policy has; below it, hardly another action is tried.
_LEAST_ENTROPY = 0.05
# Of the updates in which the epochs were stopped early.
_OFTEN = 0.25


@dataclass(frozen=True)
class Notice:
    """A notice about a run.

    Attributes:
        serious: whether something failed, or the result is in doubt.
        title: a few words.
        text: what happened, in a sentence or two.
        command: what to type about it; "" if there is nothing.
    """

    serious: bool
    title: str
    text: str
    command: str = ""


def notices_of(run: RunRecord) -> list[Notice]:
    """Return what is to be told of a run, failures first."""
    found = [*_games(run), *_learning(run), *_files(run)]
    return sorted(found, key=lambda notice: not notice.serious)


def _games(run: RunRecord) -> Iterator[Notice]:
    games = run.rows[-1].games if run.rows else 0
    if not games:
        steps = counted(run.rows[-1].agent_steps, "agent step", ",") if run.rows else "no update"
        yield Notice(False, "No game has ended yet", f"The run has made {steps}, and there is no return to show.")
    truncated = sum(row.truncated_games or 0 for row in run.rows)
    if truncated:
        were = "was" if truncated == 1 else "were"
        text = f"{truncated:,} of {counted(games, 'game', ',')} {were} truncated by the environment before the end."
        unused = "REINFORCE computes no gradient of them." if run.config.algorithm == "reinforce" else ""
        yield Notice(truncated > games / 10, "Truncated games", f"{text} {unused}".rstrip())
    flat = sum(row.flat_games or 0 for row in run.rows)
    if flat:
        of = counted(games, "game", ",")
        text = f"In {flat:,} of {of} all advantages were equal, so that there was nothing to learn from."
        yield Notice(flat > games / 10, "Flat games", text)


def _learning(run: RunRecord) -> Iterator[Notice]:
    curve = [point for point in curve_of(run.rows) if point.games >= WINDOW]
    if curve:
        best, last = max(curve, key=lambda point: point.mean_return), curve[-1]
        if last.mean_return < best.mean_return - _FALL:
            yield Notice(
                True,
                "The return fell",
                f"The mean return of {WINDOW} games was {best.mean_return:.1f} after "
                f"{counted(best.games, 'game', ',')}, and is {last.mean_return:.1f} now.",
            )
    config = run.config
    actions = getattr(config, "actions", 2)
    if run.rows and run.rows[-1].entropy is not None and run.rows[-1].entropy < _LEAST_ENTROPY * math.log(actions):
        yield Notice(
            False,
            "Little exploration",
            f"The entropy is {run.rows[-1].entropy:.3f} of at most {math.log(actions):.3f} nats: the policy nearly "
            "always takes the same action in the same situation, and learns little from then on.",
        )
    if isinstance(config, PPOConfig):
        whole = config.epochs * config.num_minibatches
        stopped = sum((getattr(row, "adam_steps", None) or whole) < whole for row in run.rows)
        if stopped > _OFTEN * len(run.rows):
            yield Notice(
                False,
                "Epochs were stopped early",
                f"In {stopped:,} of {counted(len(run.rows), 'update', ',')} the KL divergence exceeded "
                f"{config.target_kl:g}, and the remaining of the {config.epochs} epochs were left out. A smaller "
                "learning rate makes that rarer.",
            )


def _files(run: RunRecord) -> Iterator[Notice]:
    last = run.rows[-1].update if run.rows else 0
    if len(run.rows) < last:
        rows, updates = counted(len(run.rows), "row", ","), counted(last, "update", ",")
        text = f"metrics.jsonl has {rows} of {updates}: the curves have gaps."
        yield Notice(True, "Lost rows", text)
    if run.progress is None:
        yield Notice(True, "No checkpoint", "The run has written no checkpoint yet, so there is no policy to look at.")
    elif run.progress.update != last:
        yield Notice(
            False,
            "The checkpoint is of another update than the last row",
            f"The newest checkpoint is that of update {run.progress.update:,}, and the metrics end with update "
            f"{last:,}: the run is still going on, or was ended in the middle. Evaluation, weights and the recorded "
            "game are those of the checkpoint.",
        )
