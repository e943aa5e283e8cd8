"""What a run tells: its observers, while it goes on, and its result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from pong_pg.config import TrainConfig
from pong_pg.distributed.faults import WorkerFault
from pong_pg.errors import check_argument
from pong_pg.evaluation.evaluate import Evaluation
from pong_pg.game.metrics import UpdateMetrics
from pong_pg.game.player import Player
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


@dataclass(frozen=True)
class TrainResult:
    """The result of a run.

    Attributes:
        policy: the policy after the last update.
        history: one row for each update of the run, those before a resume included.
        progress: how far the run has come.
        run_dir: where it wrote; None where it wrote nothing.
        stopped: it was stopped before its target.
        faults: the workers that were replaced.
        evaluation: the greedy games at its end, if the configuration asks for any.
    """

    policy: Player
    history: list[UpdateMetrics] = field(repr=False)
    progress: Progress
    run_dir: Path | None
    stopped: bool
    evaluation: Evaluation | None = None
    faults: Sequence[WorkerFault] = ()


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
