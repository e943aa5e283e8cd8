"""The interface of an algorithm: the seam between `pong_pg.training` and the folder of each algorithm.

An algorithm is a subclass of `Algorithm`, whose methods import what they need when they are called: so its module is
light, and reading a configuration or printing ``--help`` imports neither NumPy nor a trainer. It is registered by one
line in `pong_pg.registry`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from pong_pg.config import TrainConfig
from pong_pg.errors import ArgumentError
from pong_pg.game.counts import counted
from pong_pg.game.metrics import Column, UpdateMetrics, number
from pong_pg.game.progress import Progress
from pong_pg.game.results import GameResult
from pong_pg.registry import algorithm_names, load_algorithm

if TYPE_CHECKING:
    import numpy.typing as npt

    from pong_pg.distributed.faults import WorkerFault
    from pong_pg.game.env import EnvFactory
    from pong_pg.game.player import Player

# What a checkpoint holds beside configuration and progress: arrays by name; and their types and shapes, None where a
# length may be any.
Arrays = Mapping[str, "npt.NDArray[Any]"]
Shapes = Mapping[str, tuple[type, tuple[int | None, ...]]]


class RunState(Protocol):
    """Everything that decides how a run goes on."""

    progress: Progress

    @property
    def config(self) -> TrainConfig:
        """The run's settings."""

    def policy(self) -> Player:
        """Return the run's present policy, on weights of its own."""

    def arrays(self) -> Arrays:
        """Return what a checkpoint holds beside configuration and progress."""


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


class UpdateMaker(Protocol):
    """Makes the updates of a run: the trainer of an algorithm."""

    @property
    def pool(self) -> Pool:
        """What plays for it."""

    @property
    def consistent(self) -> bool:
        """Whether the state is that of a whole number of updates; false only in the middle of one."""

    def update(
        self, on_game: Callable[[GameResult], None], should_stop: Callable[[], bool], *, more: bool, keep_best: bool
    ) -> tuple[UpdateMetrics, RunState | None]:
        """Make an update, and let the workers begin with the next.

        Args:
            on_game: called as each game ends, in any order.
            should_stop: asked several times a second.
            more: whether there is to be a next one.
            keep_best: whether the best policy so far is to be kept.

        Returns:
            The update's row of metrics, and the state to keep if its policy is the best so far; otherwise None.

        Raises:
            Stopped: `should_stop` returned True; the state is as it was.
        """


@dataclass(frozen=True)
class Run:
    """A run of some algorithm: its state, and what plays and trains for it.

    Attributes:
        state: everything that decides how it goes on; changed in place by the trainer.
        local_trainer: returns a trainer whose pool plays in this process; takes `env_factory`, which makes the
            environments instead of the configuration's id.
        ray_trainer: returns a trainer whose pool is Ray actors; takes `env_factory`, which travels to them by pickle,
            their number, and the CPUs that each of them reserves.
        steps_under_way: agent steps that are played again before the next update.
    """

    state: RunState
    local_trainer: Callable[[EnvFactory | None], UpdateMaker]
    ray_trainer: Callable[[EnvFactory | None, int, float], UpdateMaker]
    steps_under_way: int = 0


class RegisteredAlgorithm(ABC):
    """An algorithm as the rest of the package sees it, whatever the types of its state and its pools.

    Attributes:
        metrics_type: the class of its rows of metrics.
        columns: of the live display.
        updates_between_evaluations: with ``--until-return``, how often the policy may be evaluated.
    """

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

    @property
    @abstractmethod
    def config_type(self) -> type[TrainConfig]:
        """The class of its configurations."""

    @abstractmethod
    def begin(self, config: TrainConfig, progress: Progress) -> Run:
        """Return a run before its first update."""

    @abstractmethod
    def resume(self, config: TrainConfig, arrays: Arrays, progress: Progress) -> Run:
        """Return the run that a checkpoint holds; the arrays have the types and shapes of `checkpoint_shapes`.

        Raises:
            ValueError: the arrays contradict each other.
        """

    @abstractmethod
    def checkpoint_shapes(self, config: TrainConfig) -> Shapes:
        """Return type and shape of each array of a checkpoint."""

    def update_line(self, metrics: UpdateMetrics, config: TrainConfig, best_game: float | None) -> str:  # noqa: ARG002 - overridden
        """Return the line that is printed after an update where there is no live display."""
        return (
            f"Update {metrics.update} in {metrics.seconds:.2f} seconds, {counted(metrics.agent_steps, 'agent step')}, "
            f"{counted(metrics.games, 'game')}, {self.headline(metrics)}; best game {number(best_game, 'g')}, "
            f"entropy {metrics.entropy:.3f}, {metrics.steps_per_second:.0f} steps/s{self.excluded(metrics)}"
        )

    def headline(self, metrics: UpdateMetrics) -> str:
        """Return the figure to look at in `update_line`."""
        return f"running mean {number(metrics.running_mean, '.2f')}"

    def forward(self) -> str | None:
        """Return how the forward pass is computed, such as "compiled by cc"; None where there is no choice."""
        return None

    def excluded(self, metrics: UpdateMetrics) -> str:
        """Return which games an update could not use as they are, for its line; "" if there are none."""
        return f"; truncated: {metrics.truncated_games}" if metrics.truncated_games else ""


ConfigT = TypeVar("ConfigT", bound=TrainConfig)
StateT = TypeVar("StateT", bound=RunState)
PoolT = TypeVar("PoolT", bound=Pool)


class Algorithm(RegisteredAlgorithm, Generic[ConfigT, StateT, PoolT]):
    """The base class of an algorithm. Implement what is abstract; what displays show has defaults."""

    @property
    @abstractmethod
    def config_type(self) -> type[ConfigT]:
        """The class of its configurations."""

    @abstractmethod
    def initial_state(self, config: ConfigT, progress: Progress) -> StateT:
        """Return the state of a run before its first update."""

    @abstractmethod
    def shapes(self, config: ConfigT) -> Shapes:
        """Return type and shape of each array of a checkpoint."""

    @abstractmethod
    def restored_state(self, config: ConfigT, arrays: Arrays, progress: Progress) -> StateT:
        """Return the state that a checkpoint holds; the arrays have the `shapes`.

        Raises:
            ValueError: the arrays contradict each other.
        """

    @abstractmethod
    def local_pool(self, config: ConfigT, env_factory: EnvFactory | None) -> PoolT:
        """Return a pool that plays in this process."""

    @abstractmethod
    def ray_pool(self, config: ConfigT, env_factory: EnvFactory | None, size: int, cpus_each: float) -> PoolT:
        """Return a pool of so many Ray actors, each of which reserves so many CPUs."""

    @abstractmethod
    def trainer(self, state: StateT, pool: PoolT) -> UpdateMaker:
        """Return what makes the updates."""

    def steps_under_way(self, state: StateT) -> int:  # noqa: ARG002 - overridden
        """Return how many agent steps of games under way are played again where a run is resumed.

        Override it where games go on from one update to the next.
        """
        return 0

    def begin(self, config: TrainConfig, progress: Progress) -> Run:
        """Return a run before its first update."""
        own = self._own(config)
        return self._run(own, self.initial_state(own, progress))

    def resume(self, config: TrainConfig, arrays: Arrays, progress: Progress) -> Run:
        """Return the run that a checkpoint holds."""
        own = self._own(config)
        return self._run(own, self.restored_state(own, arrays, progress))

    def checkpoint_shapes(self, config: TrainConfig) -> Shapes:
        """Return type and shape of each array of a checkpoint."""
        return self.shapes(self._own(config))

    def _run(self, config: ConfigT, state: StateT) -> Run:
        def trained(pool: PoolT) -> UpdateMaker:
            try:
                return self.trainer(state, pool)
            except BaseException:
                pool.close()
                raise

        return Run(
            state,
            lambda env_factory: trained(self.local_pool(config, env_factory)),
            lambda env_factory, size, cpus_each: trained(self.ray_pool(config, env_factory, size, cpus_each)),
            self.steps_under_way(state),
        )

    def _own(self, config: TrainConfig) -> ConfigT:
        if not isinstance(config, self.config_type):
            raise TypeError(f"{type(self).__name__} takes a {self.config_type.__name__}; got {type(config).__name__}")
        return config


def algorithm(name: str) -> RegisteredAlgorithm:
    """Return a registered algorithm.

    Raises:
        ConfigError: no algorithm has that name.
        ArgumentError: what is registered under that name is not an algorithm.
    """
    found = load_algorithm(name)
    if not isinstance(found, RegisteredAlgorithm):
        raise ArgumentError(f"the algorithm registered as {name!r} must be an instance of Algorithm; got {found!r}")
    return found


def algorithms() -> list[RegisteredAlgorithm]:
    """Return the registered algorithms."""
    return [algorithm(name) for name in algorithm_names()]
