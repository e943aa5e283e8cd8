"""What a run tells: its observers, while it goes on, and its result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from pong_pg.config import TrainConfig
from pong_pg.distributed.faults import WorkerFault
from pong_pg.errors import ArgumentError, check_argument, did_you_mean
from pong_pg.evaluation.evaluate import Evaluation
from pong_pg.game.metrics import UpdateMetrics
from pong_pg.game.player import Player
from pong_pg.game.progress import Progress
from pong_pg.game.results import GameResult


class Observer:
    """Follows a run: a base class whose methods do nothing, for you to override those that you need.

    All are called in the thread and process of `train`. The names of a subclass's own methods must not begin with
    ``on_``.
    """

    def on_connect(self, address: str) -> None:
        """Ray is about to be started ("local") or attached to, which takes some seconds."""

    def on_start(self, start: RunStart) -> None:
        """The run is about to play its first game."""

    def on_game(self, result: GameResult) -> None:
        """A game of the present update has ended."""

    def on_update(self, metrics: UpdateMetrics) -> bool | None:
        """An update has been made. Return False to stop the run."""

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
        policy: returns the policy as it is when called, on weights of its own.
    """

    config: TrainConfig
    run_dir: Path | None
    workers: int
    progress: Progress
    policy: Callable[[], Player]


@dataclass(frozen=True)
class TrainResult:
    """The result of a run.

    Attributes:
        policy: the policy after the last update.
        config: the run's settings.
        history: one row for each update of the run, those before a resume included.
        progress: how far the run has come.
        run_dir: where it wrote; None where it wrote nothing.
        stopped: a signal, `should_stop` or an observer stopped it before its target.
        faults: the workers that were replaced.
        evaluation: the greedy games at its end, if the configuration asks for any.
    """

    policy: Player
    config: TrainConfig
    history: list[UpdateMetrics] = field(repr=False)
    progress: Progress
    run_dir: Path | None
    stopped: bool
    evaluation: Evaluation | None = None
    faults: Sequence[WorkerFault] = ()


def checked_observers(observers: object) -> tuple[Observer, ...]:
    """Return the observers that a function was given.

    Raises:
        ArgumentError: these are none, or one has a method that is never called, such as ``on_updat``.
    """
    check_argument(isinstance(observers, Iterable), "observers", "must be a list, also of one observer", observers)
    found = tuple(cast("Iterable[Observer]", observers))
    for observer in found:
        rule = "must be objects of subclasses of pong_pg.Observer"
        check_argument(isinstance(observer, Observer), "observers", rule, observer)
        for name in dir(observer):
            if name.startswith("on_") and not hasattr(Observer, name):
                own, hint = type(observer).__name__, did_you_mean(name, dir(Observer))
                raise ArgumentError(f"{own}.{name} is not a method of pong_pg.Observer{hint}")
    return found
