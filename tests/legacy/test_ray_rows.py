"""Each row of what Ray has been, in the driver and in a worker: old name, what it does."""

# mypy: disable-error-code="untyped-decorator,attr-defined,func-returns-value"
# What the decorators of old scripts make has no type.
from __future__ import annotations

import dataclasses
import signal
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import ray as today
from ray_rows import ROWS, SETTINGS
from ray_session import in_driver, in_worker, old_ray, ray

from pong_pg.errors import PongPGError
from pong_pg.legacy.read import settings
from pong_pg.legacy.runtime.uncovered import NotCoveredError

pytestmark = pytest.mark.ray


@pytest.fixture(scope="module", autouse=True)
def session() -> Iterator[None]:
    handler = signal.getsignal(signal.SIGTERM)
    settings.use(SETTINGS)
    try:
        with old_ray():
            assert signal.getsignal(signal.SIGTERM) is handler
            yield
        assert signal.getsignal(signal.SIGTERM) is handler
    finally:
        settings.use(settings.Settings())


@pytest.mark.parametrize("place", [in_driver, in_worker])
@pytest.mark.parametrize(("row", "expected"), ROWS, ids=[row.__name__ for row, _ in ROWS])
def test_row(row: Callable[[], Any], expected: Any, place: Callable[[Callable[[], Any]], Any]) -> None:
    assert place(row) == expected


def test_what_a_task_holds() -> None:
    assert ray.get(ray.remote(ray.get_resource_ids).remote()) == {"CPU": [(0, 1.0)]}
    assert ray.get_resource_ids() == {}


def test_an_error_of_a_task_is_its_own_class_since_2019(monkeypatch: pytest.MonkeyPatch) -> None:
    @ray.remote
    def fail() -> None:
        raise KeyError("mine")

    with pytest.raises(ray.worker.RayGetError, match="mine") as caught:
        ray.get(fail())
    assert not isinstance(caught.value, KeyError)
    monkeypatch.setattr(settings, "_current", dataclasses.replace(SETTINGS, wait_unit_is_guess=True))
    with pytest.raises(KeyError, match="mine"):
        ray.get(fail())


def test_wrong_arguments_of_a_remote_function_are_told_at_the_call() -> None:
    @ray.remote
    def f(x: int) -> int:
        return x

    with pytest.raises(TypeError, match="missing a required argument: 'x'"):
        f()
    with pytest.raises(TypeError, match="too many positional"):
        f(1, 2)


def test_an_actor_class_made_today_s_way_gives_today_s_handles() -> None:
    @ray.remote
    class A:
        def f(self) -> int:
            return 1

    actor = A.remote()
    assert isinstance(actor, today.actor.ActorHandle)
    with pytest.raises(TypeError, match="cannot be called directly"):
        actor.f()


def test_twice_is_as_today() -> None:
    with pytest.raises(RuntimeError, match=r"ray\.init twice"):
        ray.init()
    assert ray.init(ignore_reinit_error=True) is not None


@pytest.mark.parametrize("name", ["visualize_computation_graph", "no_such_name"])
def test_an_unknown_name_is_told_in_one_line(name: str) -> None:
    with pytest.raises(NotCoveredError, match=f"ray.{name} is not covered") as caught:
        getattr(ray, name)
    assert "\n" not in str(caught.value)
    assert not hasattr(ray, name)


@pytest.mark.parametrize(
    ("module", "name", "told"),
    [
        ("global_state", "task_table", "ray list tasks"),
        ("services", "no_such", "ray.services.no_such"),
        ("worker", "no_such", "ray.worker.no_such"),
        ("actor", "no_such", "ray.actor.no_such"),
    ],
)
def test_an_unknown_name_of_a_module_is_told(module: str, name: str, told: str) -> None:
    with pytest.raises(NotCoveredError, match=told):
        getattr(getattr(ray, module), name)


def test_a_second_node_and_several_drivers_are_told() -> None:
    with pytest.raises(NotCoveredError, match="ray start --address"):
        ray.services.start_ray_node("127.0.0.1", "127.0.0.1:6379")
    with pytest.raises(NotCoveredError, match="one driver"):
        ray.services.start_singlenode_cluster(return_drivers=True)


def test_arguments_that_no_ray_had_are_told() -> None:
    with pytest.raises(PongPGError, match=r"ray\.wait has no argument 'refs'"):
        ray.wait(refs=[])
    with pytest.raises(PongPGError, match=r"ray\.remote takes a function or class"):
        ray.remote(3)


def test_an_actor_that_was_called_into_being_can_be_killed() -> None:
    @ray.actor
    class A:
        def f(self) -> int:
            return 1

    actor = A()
    assert ray.get(actor.f()) == 1
    ray.kill(actor)

    def until_it_falls() -> None:
        # Ray kills in the background: on a busy machine a call or two may still be answered.
        for _ in range(600):
            ray.get(actor.f())
            time.sleep(0.1)

    with pytest.raises(today.exceptions.RayActorError):
        until_it_falls()
