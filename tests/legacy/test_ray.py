# mypy: disable-error-code="untyped-decorator,attr-defined,func-returns-value"
# What the decorators of old scripts make has no type.
"""What Ray has been: what a script says in the driver and in a worker, and what comes of it."""

from __future__ import annotations

import collections
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import ray as today

from pong_pg.errors import PongPGError
from pong_pg.legacy.read import settings
from pong_pg.legacy.runtime.messages import NotCoveredError
from pong_pg.legacy.shims import ray as shim
from pong_pg.legacy.tables.ray import NAMES

pytestmark = pytest.mark.ray
# As a script has it: what its decorators make has no type.
ray: Any = shim
WORKERS = 2
# Names that the shim doesn't have.
GONE = {"ray.error_info", "ray.register_custom_serializer"}


@pytest.fixture(scope="module", autouse=True)
def session() -> Iterator[None]:
    settings.use(settings.Settings(wait_in_milliseconds=True))
    # The tests' own modules can be imported in workers.
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", f"{Path(__file__).parent}{os.pathsep}{os.environ.get('PYTHONPATH', '')}")
        # Before there is any connection.
        ray.env.early = ray.EnvironmentVariable(lambda: ["made"], lambda value: [*value, "renewed"])
        ray.init(start_ray_local=True, num_workers=WORKERS, redirect_output=True, include_webui=False)
    yield
    ray.shutdown()
    settings.use(settings.Settings())


def in_driver(function: Callable[[], Any]) -> Any:
    return function()


def in_worker(function: Callable[[], Any]) -> Any:
    """Call it in a worker of Ray, which gets it in no other way than through today's Ray itself."""
    return today.get(today.remote(function).remote())


def push_and_pull() -> Any:
    return ray.pull(ray.push([1, "two"])), ray.get([ray.put(3, weakref=True), ray.put(4)])


def typed_with_two_results_called_straight() -> Any:
    @ray.remote([dict], [dict, "float"])
    def compute_gradient(model: Any) -> Any:
        return model, 2.5

    gradient, reward = compute_gradient(ray.put({"W1": 1}))
    return ray.get(gradient), ray.get(reward)


def num_return_vals() -> Any:
    @ray.remote
    def three() -> Any:
        return 1, 2, 3

    by_name = three._remote(args=[], kwargs={}, num_return_vals=3)
    return [ray.get(one) for one in (by_name, three.options(num_return_vals=3).remote())]


def keyword_and_default_arguments() -> Any:
    @ray.remote
    def f(a: int, b: int = 10, *rest: int, c: int = 100, **more: int) -> Any:
        return a, b, rest, c, more

    return ray.get([f(1), f.remote(1, 2, 3, c=4, d=5), f(b=2, a=1)])


def a_generator() -> Any:
    @ray.remote(num_returns=3)
    def three() -> Any:
        yield from range(3)

    return ray.get(three.remote())


def actor_called_straight() -> Any:
    @ray.actor
    class PongEnv:
        def __init__(self, start: int) -> None:
            self.games = start

        @ray.method(num_return_vals=2)
        def compute_gradient(self, model: Any) -> Any:
            self.games += 1
            return model, self.games

    @ray.remote
    def play(actor: Any) -> Any:
        return ray.get(actor.compute_gradient("in a task"))

    actor = PongEnv(5)
    return ray.get(actor.compute_gradient(ray.put("model"))), ray.get(play(actor))


def wait() -> Any:
    @ray.remote
    def long() -> None:
        time.sleep(3)

    references = [ray.put(number) for number in range(3)]
    ready, rest = ray.wait(references, 2, 1000)
    [one], rest_by_name = ray.wait(object_ids=references, num_returns=1, timeout=None)
    began = time.monotonic()
    nothing, _ = ray.wait([long()], timeout=200)
    return len(ready), len(rest), ray.get(one) in range(3), len(rest_by_name), nothing, time.monotonic() - began < 2


def without_effect() -> Any:
    ray.register_class(dict, pickle=True)
    return ray.register_module(os), ray.connect("127.0.0.1:1")


def names_of_today() -> Any:
    return (
        ray.util is today.util,
        ray.is_initialized(),
        ray.exceptions.RayTimeoutError is today.exceptions.GetTimeoutError,
        ray.dag.__name__,
        ray.get_gpu_ids(),
    )


ROWS: list[tuple[Callable[[], Any], Any]] = [
    (push_and_pull, ([1, "two"], [3, 4])),
    (typed_with_two_results_called_straight, ({"W1": 1}, 2.5)),
    (num_return_vals, [[1, 2, 3]] * 2),
    (keyword_and_default_arguments, [(1, 10, (), 100, {}), (1, 2, (3,), 4, {"d": 5}), (1, 2, (), 100, {})]),
    (a_generator, [0, 1, 2]),
    (actor_called_straight, (["model", 6], ["in a task", 7])),
    (wait, (2, 1, True, 2, [], True)),
    (without_effect, (None, None)),
    (names_of_today, (True, True, True, "ray.dag", [])),
]


@pytest.mark.parametrize("place", [in_driver, in_worker])
@pytest.mark.parametrize(("row", "expected"), ROWS, ids=[row.__name__ for row, _ in ROWS])
def test_row(row: Callable[[], Any], expected: Any, place: Callable[[Callable[[], Any]], Any]) -> None:
    assert place(row) == expected


@pytest.mark.parametrize("name", sorted(NAMES.keys() - GONE))
def test_a_name_of_the_table_is_there(name: str) -> None:
    module, _, last = name.removeprefix("ray").lstrip(".").rpartition(".")
    found = getattr(getattr(ray, module) if module else ray, last)
    supplied_by = NAMES[name].supplied_by.removeprefix("ray:")
    assert found is (getattr(ray, supplied_by) if supplied_by else found)


def test_what_no_ray_has_is_told() -> None:
    for module, name in ((ray, "no_such_name"), (ray.services, "x"), (ray.worker, "x")):
        with pytest.raises(NotCoveredError, match=f"{name} is not covered"):
            getattr(module, name)
    with pytest.raises(NotCoveredError, match=r"ray\.global_state is not covered: .*; ray\.nodes\(\)"):
        ray.global_state  # noqa: B018 - the look-up is the test
    for name in GONE:
        with pytest.raises(NotCoveredError, match=rf"{name} is not covered: .*; {NAMES[name].modern[:10]}"):
            getattr(ray, name.removeprefix("ray."))
    with pytest.raises(NotCoveredError, match="one driver"):
        ray.services.start_singlenode_cluster(return_drivers=True)
    with pytest.raises(PongPGError, match=r"ray\.wait has no argument 'refs'"):
        ray.wait(refs=[])
    with pytest.raises(PongPGError, match=r"ray\.remote takes a function or class"):
        ray.remote(3)


def test_a_failure_of_a_task_is_of_both_classes() -> None:
    @ray.remote
    def fail(x: int) -> None:
        raise KeyError("mine")

    for kind in (KeyError, ray.worker.RayGetError):
        with pytest.raises(kind, match="mine"):
            ray.get(fail(1))
    with pytest.raises(TypeError, match="missing a required argument: 'x'"):
        fail()


@ray.remote(num_return_vals=2)
def use(name: str) -> Any:
    value = getattr(ray.reusables, name)
    value["used"] += 1
    time.sleep(0.05)  # long enough that the other worker gets its share
    return os.getpid(), dict(value)


def run_in_both_workers(name: str) -> dict[int, list[dict[str, int]]]:
    """Use a variable in twenty tasks or more; return what they saw, by process."""
    seen = collections.defaultdict(list)
    for _ in range(20):  # the second worker may still be starting
        for process, value in [use(name) for _ in range(20)]:
            seen[ray.get(process)].append(ray.get(value))
        if len(seen) == WORKERS:
            break
    return seen


def test_a_variable_is_made_once_in_each_worker_and_renewed_after_each_task() -> None:
    made_here = []

    def make() -> dict[str, int]:
        made_here.append(1)
        return {"used": 0, "renewed": 0}

    ray.reusables.counted = ray.Reusable(make, lambda value: {**value, "renewed": value["renewed"] + 1})
    assert made_here == [1]
    seen = run_in_both_workers("counted")
    assert len(seen) == WORKERS
    for values in seen.values():
        # It persists from task to task, and each task finds it renewed as often as there were tasks before.
        assert values == [{"used": n + 1, "renewed": n} for n in range(len(values))]


def test_without_a_reinitializer_it_is_made_again() -> None:
    ray.reusables.fresh = ray.Reusable(lambda: {"used": 0})
    assert all(value == {"used": 1} for values in run_in_both_workers("fresh").values() for value in values)


def test_one_of_before_the_connection_is_read_in_tasks_within_tasks() -> None:
    @ray.remote
    def inner() -> Any:
        return ray.env.early[:1]

    @ray.remote
    def outer() -> Any:
        return ray.get(inner())

    assert ray.env.early == ["made"]
    assert ray.get(outer()) == ["made"]
