"""`gym.benchmarks.registration`: benchmarks and the tasks in them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pong_pg.legacy.shims.gym import error


@dataclass(eq=False)
class Task:
    """An environment to be learned within limits.

    Attributes:
        env_id: the id of the environment.
        trials: how often it is to be learned.
        max_timesteps: the limit in steps, or None.
        max_seconds: the limit in seconds, or None.
        reward_floor: the reward that scores 0.
        reward_ceiling: the reward that scores 1.
    """

    env_id: str
    trials: int
    max_timesteps: int | None = None
    max_seconds: float | None = None
    reward_floor: float = 0
    reward_ceiling: float = 100

    def __post_init__(self) -> None:
        if self.max_timesteps is None and self.max_seconds is None:
            raise error.Error(f"a task needs max_timesteps or max_seconds; {self} has neither")

    def __str__(self) -> str:
        return f"Task<{' '.join(f'{name}={value}' for name, value in vars(self).items())}>"


class Benchmark:
    """Several tasks with a rule for their scores.

    Args:
        id: the benchmark's id.
        scorer: the rule; see `gym.benchmarks.scoring`.
        tasks: the arguments of each `Task`.
        description: a line about it.
        name: its name.
    """

    def __init__(
        self,
        id: str,  # noqa: A002 - Gym's name
        scorer: Any,
        tasks: Sequence[Mapping[str, Any]],
        description: str | None = None,
        name: str | None = None,
    ) -> None:
        self.id = id
        self.scorer = scorer
        self.description = description
        self.name = name
        self.tasks = [Task(**task) for task in tasks]
        self.env_ids = {task.env_id for task in self.tasks}

    def task_specs(self, env_id: str) -> list[Task]:
        """Return the tasks with an environment.

        Raises:
            Unregistered: there is none.
        """
        found = [task for task in self.tasks if task.env_id == env_id]
        if not found:
            raise error.Unregistered(f"the benchmark {self.id} has no task with {env_id!r}")
        return found

    def score_evaluation(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Return the scores of the episodes of an environment; for the arguments see the scorer."""
        scores: dict[str, Any] = self.scorer.score_evaluation(self, *args, **kwargs)
        return scores

    def score_benchmark(self, score_map: Mapping[str, Any]) -> Any:
        """Return the mean of the scores of all environments."""
        return self.scorer.score_benchmark(self, score_map)


class BenchmarkView(NamedTuple):
    """Benchmarks that were shown in one table."""

    name: str
    benchmarks: list[str]
    primary: str
    group: str


class Registry:
    """All benchmarks by their ids."""

    def __init__(self) -> None:
        self.benchmarks: OrderedDict[str, Benchmark] = OrderedDict()
        self.benchmark_views: OrderedDict[str, BenchmarkView] = OrderedDict()
        self.benchmark_view_groups: OrderedDict[str, list[BenchmarkView]] = OrderedDict()

    def register_benchmark_view(self, name: str, benchmarks: list[str], primary: str, group: str | None) -> None:
        """Register a table of benchmarks, of which `primary` is one."""
        if not name.replace("_", "").replace("-", "").isalnum():
            raise AssertionError(f"a benchmark's name can't be {name!r}")
        if primary not in benchmarks:
            raise AssertionError(f"the primary benchmark must be one of the view's; got {primary!r}")
        view = BenchmarkView(name, benchmarks, primary, group or "Miscellaneous")
        self.benchmark_views[name] = view
        self.benchmark_view_groups.setdefault(view.group, []).append(view)

    def register_benchmark(  # noqa: PLR0917 - Gym's form
        self,
        id: str,  # noqa: A002 - Gym's name
        scorer: Any,
        tasks: Sequence[Mapping[str, Any]],
        description: str | None = None,
        name: str | None = None,
        add_view: bool = True,
        view_group: str | None = None,
    ) -> None:
        """Register a benchmark; see `Benchmark`."""
        self.benchmarks[id] = Benchmark(id, scorer, tasks, description, name)
        if add_view:
            self.register_benchmark_view(id if name is None else name, [id], id, view_group)

    def benchmark_spec(self, id: str) -> Benchmark:  # noqa: A002 - Gym's name
        """Return a benchmark.

        Raises:
            UnregisteredBenchmark: there is none with this id.
        """
        if id not in self.benchmarks:
            raise error.UnregisteredBenchmark(f"no benchmark has the id {id!r}; there are {', '.join(self.benchmarks)}")
        return self.benchmarks[id]


registry = Registry()
register_benchmark = registry.register_benchmark
register_benchmark_view = registry.register_benchmark_view
benchmark_spec = registry.benchmark_spec
