"""The interface of an algorithm: the seam between `pong_pg.training` and the folder of each algorithm.

An algorithm says how its parts are made: a *state*, which is what a checkpoint holds; a *pool*, which plays games; and
a *trainer*, which makes one update after another from what the pool plays. `pong_pg.training` does the rest.

The methods of an `Algorithm` import what they need when they are called. So its module is light, and reading a
configuration or printing ``--help`` imports neither NumPy nor a trainer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from pong_pg.config import TrainConfig
from pong_pg.game.counts import counted
from pong_pg.game.metrics import Column, UpdateMetrics, number
from pong_pg.game.progress import Progress
from pong_pg.game.results import GameResult

if TYPE_CHECKING:
    import numpy.typing as npt

    from pong_pg.distributed.faults import WorkerFault
    from pong_pg.game.env import EnvFactory
    from pong_pg.game.player import Player

# What a checkpoint holds beside configuration and progress: arrays by name; and their types and shapes, None where a
# length may be any.
Arrays = Mapping[str, "npt.NDArray[Any]"]
Shapes = Mapping[str, tuple[type, tuple[int | None, ...]]]


class State(Protocol):
    """Everything that decides how a run goes on."""

    progress: Progress

    @property
    def config(self) -> TrainConfig:
        """The run's settings."""

    def policy(self) -> Player:
        """Return the run's present policy, on weights of its own."""

    def arrays(self) -> Arrays:
        """Return what a checkpoint holds beside configuration and progress."""

    @classmethod
    def shapes(cls, config: Any) -> Shapes:
        """Return type and shape of each of `arrays`."""

    @classmethod
    def initial(cls, config: Any, progress: Progress) -> State:
        """Return the state of a run before its first update."""

    @classmethod
    def from_arrays(cls, config: Any, arrays: Arrays, progress: Progress) -> State:
        """Return the state that `arrays` came from; they have its `shapes`.

        Raises:
            ValueError: the arrays contradict each other.
        """


class Pool(Protocol):
    """Plays the games of a run, in this process or in Ray actors."""

    @property
    def size(self) -> int:
        """Number of Ray actors; 0 for this process."""

    @property
    def faults(self) -> Sequence[WorkerFault]:
        """The workers that were replaced so far; none for this process."""

    def close(self) -> None:
        """Release environments and processes; further calls do nothing."""


class Trainer(Protocol):
    """Makes the updates of a run."""

    @property
    def pool(self) -> Pool:
        """What plays for it."""

    @property
    def consistent(self) -> bool:
        """False while an update is changing the state."""

    def update(
        self, on_game: Callable[[GameResult], None], should_stop: Callable[[], bool]
    ) -> tuple[UpdateMetrics, State | None]:
        """Make an update; and let the workers begin with the next, unless the run has reached its target.

        Args:
            on_game: called as each game ends, in any order.
            should_stop: asked several times a second.

        Returns:
            The update's row of metrics; and a copy of the state from before the update if its policy has played
            better than at any update before, otherwise None.

        Raises:
            Stopped: `should_stop` returned True; the state is as it was.
        """


ConfigT = TypeVar("ConfigT", bound=TrainConfig)
StateT = TypeVar("StateT", bound=State)
PoolT = TypeVar("PoolT", bound=Pool)


class Algorithm(ABC, Generic[ConfigT, StateT, PoolT]):
    """The base class of an algorithm. Implement what is abstract; what displays show has defaults.

    `pong_pg.registry.register` makes it known by a name.

    Attributes:
        config_type: the class of its configurations.
        metrics_type: the class of its rows of metrics.
        columns: of the live display.
        updates_between_evaluations: with ``--until-return``, how often the policy may be evaluated.
    """

    config_type: type[ConfigT]
    metrics_type: ClassVar[type[UpdateMetrics]] = UpdateMetrics
    columns: ClassVar[Sequence[Column]] = (
        Column("update", "update"),
        Column("seconds", "seconds", ".2f"),
        Column("steps/s", "steps_per_second", ",.0f"),
        Column("mean", "mean_return", ".2f"),
        Column("worst", "min_return", "g"),
        Column("best", "max_return", "g"),
        Column("running mean", "running_mean", ".2f", bold=True),
        Column("length", "episode_length", ".0f"),
        Column("entropy", "entropy", ".3f"),
    )
    updates_between_evaluations: ClassVar[int] = 20

    @abstractmethod
    def state_type(self) -> type[StateT]:
        """Return the class of its states."""

    @abstractmethod
    def local_pool(self, config: ConfigT, env_factory: EnvFactory | None) -> PoolT:
        """Return a pool that plays in this process.

        Args:
            config: the run's settings.
            env_factory: makes the environments instead of the configuration's id.
        """

    @abstractmethod
    def ray_pool(self, config: ConfigT, env_factory: EnvFactory | None, size: int, cpus_each: float) -> PoolT:
        """Return a pool of Ray actors.

        Args:
            config: the run's settings.
            env_factory: makes the environments instead of the configuration's id; travels to the actors by pickle.
            size: number of actors.
            cpus_each: CPUs that each of them reserves.
        """

    @abstractmethod
    def trainer(self, state: StateT, pool: PoolT) -> Trainer:
        """Return what makes the updates; it changes the state in place."""

    def update_line(self, metrics: UpdateMetrics, config: ConfigT, best_game: float | None) -> str:  # noqa: ARG002 - overridden
        """Return the line that is printed after an update where there is no live display."""
        return (
            f"Update {metrics.update} in {metrics.seconds:.2f} seconds, {counted(metrics.agent_steps, 'agent step')}, "
            f"{counted(metrics.games, 'game')}, {self.headline(metrics)}; best game {number(best_game, 'g')}, "
            f"entropy {metrics.entropy:.3f}, {metrics.steps_per_second:.0f} steps/s{self.excluded(metrics)}"
        )

    def headline(self, metrics: UpdateMetrics) -> str:
        """Return the figure to look at in `update_line`."""
        return f"running mean {number(metrics.running_mean, '.2f')}"

    def excluded(self, metrics: UpdateMetrics) -> str:
        """Return which games an update could not use as they are, for its line; "" if there are none."""
        return f"; truncated: {metrics.truncated_games}" if metrics.truncated_games else ""
