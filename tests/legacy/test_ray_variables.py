"""Reusable variables of 2016 and 2017: made once in each process, renewed after each task that used them."""

# mypy: disable-error-code="untyped-decorator,attr-defined,func-returns-value"
# What the decorators of old scripts make has no type.
from __future__ import annotations

import collections
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from ray_session import WORKERS, old_ray, ray

from pong_pg.legacy.shims.ray import _kv, _session
from pong_pg.legacy.shims.ray._variables import UnknownVariableError, VariableError

pytestmark = pytest.mark.ray

TASKS = 20


class Log:
    """Lines of files that all processes write to, one file for each variable and event."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def note(self, event: str) -> None:
        with (self.directory / event).open("a") as file:
            file.write(f"{os.getpid()}\n")

    def of(self, event: str) -> dict[int, int]:
        """Return how often each process has noted the event."""
        file = self.directory / event
        return dict(collections.Counter(map(int, file.read_text().split()))) if file.exists() else {}


@pytest.fixture(scope="module")
def early(tmp_path_factory: pytest.TempPathFactory) -> Log:
    return Log(tmp_path_factory.mktemp("early"))


@pytest.fixture(scope="module", autouse=True)
def session(early: Log) -> Iterator[None]:
    # Before there is any connection: kept, and shipped when there is one.
    define(early, "early")
    assert early.of("early_made") == {os.getpid(): 1}
    with old_ray():
        yield


@pytest.fixture
def log(tmp_path: Path) -> Log:
    return Log(tmp_path)


def define(log: Log, name: str, *, renew: bool = True) -> None:
    """Define a variable that notes how it is made and renewed, and holds the number of times it was used."""

    def make() -> dict[str, int]:
        log.note(f"{name}_made")
        return {"used": 0, "renewed": 0}

    def again(value: dict[str, int]) -> dict[str, int]:
        log.note(f"{name}_renewed")
        return {"used": value["used"], "renewed": value["renewed"] + 1}

    setattr(ray.reusables, name, ray.Reusable(make, again if renew else None))


@ray.remote(num_return_vals=2)
def use(name: str) -> Any:
    value = getattr(ray.reusables, name)
    value["used"] += 1
    time.sleep(0.05)  # long enough that the other worker gets its share
    return os.getpid(), dict(value)


@ray.remote
def leave_alone() -> int:
    time.sleep(0.05)
    return os.getpid()


@ray.remote
def use_and_fail(name: str) -> None:
    getattr(ray.reusables, name)["used"] += 1
    raise ValueError(str(os.getpid()))


@ray.remote
def count(name: str) -> Any:
    return dict(getattr(ray.reusables, name))


def run_in_both_workers(name: str) -> dict[int, list[dict[str, int]]]:
    """Use a variable in TASKS tasks; return what they saw, by process."""
    seen = collections.defaultdict(list)
    for process, value in [use(name) for _ in range(TASKS)]:
        seen[ray.get(process)].append(ray.get(value))
    return seen


def test_twenty_tasks_on_two_workers_make_it_once_in_each_and_renew_it_after_each(log: Log) -> None:
    define(log, "counted")
    assert log.of("counted_made") == {os.getpid(): 1}
    seen = run_in_both_workers("counted")
    assert len(seen) == WORKERS
    assert log.of("counted_made") == {os.getpid(): 1, **dict.fromkeys(seen, 1)}
    assert log.of("counted_renewed") == {process: len(values) for process, values in seen.items()}
    for values in seen.values():
        # It persists from task to task, and each task finds it renewed as often as there were tasks before.
        assert values == [{"used": n + 1, "renewed": n} for n in range(len(values))]


def test_without_a_reinitializer_it_is_made_again(log: Log) -> None:
    define(log, "fresh", renew=False)
    seen = run_in_both_workers("fresh")
    assert all(value == {"used": 1, "renewed": 0} for values in seen.values() for value in values)
    made = log.of("fresh_made")
    assert made.pop(os.getpid()) == 1
    assert made == {process: 1 + len(values) for process, values in seen.items()}


def test_tasks_that_do_not_use_it_make_it_and_do_not_renew_it(log: Log) -> None:
    define(log, "idle")
    processes = set(ray.get([leave_alone() for _ in range(TASKS)]))
    assert log.of("idle_made") == {os.getpid(): 1, **dict.fromkeys(processes, 1)}
    assert log.of("idle_renewed") == {}


def test_a_task_that_fails_renews_it_too(log: Log) -> None:
    define(log, "fails")
    processes = []
    for reference in [use_and_fail("fails") for _ in range(TASKS)]:
        with pytest.raises(ValueError, match=r"\d+") as caught:
            ray.get(reference)
        processes.append(int(str(caught.value.args[0])))
    assert log.of("fails_renewed") == dict(collections.Counter(processes))
    assert set(log.of("fails_made").values()) == {1}


def test_nested_tasks_have_it_too(log: Log) -> None:
    define(log, "nested")

    @ray.remote
    def outer() -> Any:
        ray.reusables.nested["used"] += 1
        process, inner = use("nested")
        return os.getpid(), ray.get(process), ray.get(inner)

    ran = ray.get([outer() for _ in range(4)])
    used = collections.Counter(process for one in ran for process in one[:2])
    assert log.of("nested_renewed") == dict(used)
    made = log.of("nested_made")
    assert set(made.values()) == {1}
    assert set(used) <= set(made)


def test_one_that_was_defined_before_the_connection_is_shipped_at_it(early: Log) -> None:
    before = early.of("early_renewed")
    seen = run_in_both_workers("early")
    assert {process: early.of("early_made")[process] for process in seen} == dict.fromkeys(seen, 1)
    renewed = {process: early.of("early_renewed")[process] - before.get(process, 0) for process in seen}
    assert renewed == {process: len(values) for process, values in seen.items()}


def test_an_initializer_may_read_another_which_is_no_use_by_the_task(log: Log) -> None:
    define(log, "base")

    def make_upper() -> Any:
        log.note("upper_made")
        return {"on": ray.reusables.base["renewed"]}

    ray.reusables.upper = ray.Reusable(make_upper)
    ray.get([count("upper") for _ in range(6)])
    assert sum(log.of("upper_made").values()) > 6
    assert log.of("base_renewed") == {}


def test_environment_variables_of_2017_are_the_same_store(log: Log) -> None:
    ray.env.named = ray.EnvironmentVariable(lambda: ["made"], lambda value: [*value, "renewed"])
    assert ray.env.named == ray.reusables.named == ["made"]

    @ray.remote
    def read() -> Any:
        return os.getpid(), ray.env.named

    for values in by_process(ray.get([read.remote() for _ in range(6)])).values():
        assert values == [["made"] + ["renewed"] * n for n in range(len(values))]


def by_process(pairs: list[Any]) -> dict[int, list[Any]]:
    seen = collections.defaultdict(list)
    for process, value in pairs:
        seen[process].append(value)
    return seen


def test_one_that_is_defined_anew_is_made_anew(log: Log) -> None:
    ray.reusables.version = ray.Reusable(lambda: {"n": 1})
    assert ray.get(count("version")) == {"n": 1}
    ray.reusables.version = ray.Reusable(lambda: {"n": 2})
    assert ray.reusables.version == {"n": 2}
    assert ray.get([count("version") for _ in range(4)]) == [{"n": 2}] * 4


def test_an_actor_makes_it_once_and_renews_it_after_each_method_that_used_it(log: Log) -> None:
    define(log, "acted")

    @ray.actor
    class A:
        def use(self) -> Any:
            return self.inner()

        def inner(self) -> Any:
            ray.reusables.acted["used"] += 1
            return os.getpid(), dict(ray.reusables.acted)

        def leave_alone(self) -> None:
            pass

        def read(self, name: str) -> Any:
            return getattr(ray.env, name)

    actor = A()
    ray.get([actor.leave_alone() for _ in range(3)])
    (process, _), (_, last) = ray.get([actor.use() for _ in range(2)])
    assert last == {"used": 2, "renewed": 1}
    assert log.of("acted_made")[process] == 1
    ray.get(actor.leave_alone())
    assert log.of("acted_renewed") == {process: 2}
    # Also one that is defined when the actor is there already.
    ray.env.later = ray.EnvironmentVariable(lambda: "later")
    assert ray.get(actor.read("later")) == "later"


def test_one_that_can_not_be_made_in_a_worker_is_told_where_it_is_read() -> None:
    driver = os.getpid()

    def make() -> Any:
        if os.getpid() != driver:
            raise OSError("no such screen")
        return {}

    ray.reusables.broken = ray.Reusable(make)
    assert ray.get(leave_alone()) > 0
    with pytest.raises(UnknownVariableError, match=r"ray\.reusables\.broken could not be made .*no such screen"):
        ray.get(count("broken"))
    ray.reusables.broken = ray.Reusable(dict)
    assert ray.get(count("broken")) == {}


def test_one_that_can_not_be_renewed_leaves_the_task_its_result(log: Log) -> None:
    def renew(value: Any) -> Any:
        raise OSError("no more")

    ray.reusables.stale = ray.Reusable(lambda: {"n": 0}, renew)
    assert ray.get(count("stale")) == {"n": 0}
    assert ray.get(leave_alone()) > 0


def test_a_value_that_is_none_is_refused() -> None:
    with pytest.raises(VariableError, match=r"ray\.reusables\.x must be set to a ray\.Reusable; got 3"):
        ray.reusables.x = 3
    with pytest.raises(VariableError, match="the initializer must be callable; got 3"):
        ray.Reusable(3)
    with pytest.raises(VariableError, match="the reinitializer must be callable; got 3"):
        ray.EnvironmentVariable(dict, 3)
    ray.reusables.kept = ray.Reusable(list)
    with pytest.raises(VariableError, match=r"ray\.reusables\.kept can't be deleted"):
        del ray.reusables.kept
    assert ray.reusables.kept == []


@pytest.mark.parametrize("variables", [ray.reusables, ray.env], ids=repr)
def test_one_that_nobody_defined_is_told(variables: Any) -> None:
    with pytest.raises(UnknownVariableError, match="nothing is not defined; set "):
        variables.nothing  # noqa: B018 - the look-up is the test
    assert not hasattr(variables, "nothing")
    with pytest.raises(UnknownVariableError, match=r"nothing is not defined; set "):
        ray.get(count("nothing"))


def test_nothing_stays_in_a_cluster_that_goes_on(log: Log) -> None:
    define(log, "leaving")
    count_key = f"{_kv.job()}:count"
    assert _kv.get(count_key) > 0
    _session._forget()
    assert _kv.get(count_key) is None
    # Should the script connect again, it is all there again.
    assert ray.get(count("leaving"))["used"] == 0
