"""Observers of a run: the base class, and the check of those that are given."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from pong_pg.config import TrainConfig
from pong_pg.distributed.faults import WorkerFault
from pong_pg.errors import check_argument
from pong_pg.evaluation.evaluate import Evaluation
from pong_pg.game.metrics import UpdateMetrics
from pong_pg.game.progress import Progress
from pong_pg.game.results import GameResult


class Observer:
    """Follows a run: a base class whose methods do nothing, for you to override those that you need."""

    def on_connect(self, address: str) -> None:
        """Ray is about to be started ("local") or attached to, which takes some seconds."""

    def on_start(self, start: RunStart) -> None:
        """The run is about to play its first game."""

    def on_game(self, result: GameResult) -> None:
        """A game of the present update has ended."""

    def on_update(self, metrics: UpdateMetrics) -> None:
        """An update has been made."""

    def on_fault(self, fault: WorkerFault) -> None:
        """A worker was replaced, or others have taken over its games; called after the update."""

    def on_evaluation_begin(self, update: int, games: int) -> None:
        """So many greedy games are about to be played with the policy after an update."""

    def on_evaluation(self, update: int, evaluation: Evaluation) -> None:
        """Greedy games have been played with the policy after an update."""

    def close(self) -> None:
        """The run has ended, normally or by an error."""


@dataclass(frozen=True)
class RunStart:
    """What is known when a run begins.

    Attributes:
        config: its settings.
        run_dir: where it writes; None if it writes nothing.
        workers: number of Ray actors; 0 if this process plays.
        progress: how far it has come.
    """

    config: TrainConfig
    run_dir: Path | None
    workers: int
    progress: Progress


def checked_observers(observers: object) -> tuple[Observer, ...]:
    """Return the observers that a function was given.

    Raises:
        ArgumentError: these are none.
    """
    check_argument(isinstance(observers, Iterable), "observers", "must be a list, also of one observer", observers)
    found = tuple(cast("Iterable[Observer]", observers))
    for observer in found:
        rule = "must be objects of subclasses of pong_pg.Observer"
        check_argument(isinstance(observer, Observer), "observers", rule, observer)
    return found
