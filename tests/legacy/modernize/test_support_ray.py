"""What files get for what Ray had up to 2018."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from pong_pg.legacy.modernize.support.ray import PerWorker, RayGetError, function_name, ready_for_task

pytestmark = pytest.mark.every_python


@pytest.fixture(autouse=True)
def _no_values_of_other_tests() -> Iterator[None]:
    yield
    vars(sys.modules["__main__"]).pop("_per_worker", None)


def test_a_value_is_made_at_once_and_reinitialized_after_tasks_that_use_it() -> None:
    calls: list[object] = []

    def make() -> list[int]:
        calls.append("made")
        return []

    def again(value: list[int]) -> list[int]:
        calls.append(("again", *value))
        return [0]

    value = PerWorker("value", make, again)
    assert calls == ["made"]

    @value.ready_for
    def uses(x: int) -> list[int]:
        value().append(x)
        return list(value())

    @value.ready_for
    def does_not() -> str:
        return "nothing"

    assert uses(1) == [1]
    assert does_not() == "nothing"
    assert uses(2) == [0, 2]
    assert calls == ["made", ("again", 1), ("again", 0, 2)]
    assert uses.__name__ == "uses"


def test_without_a_reinitializer_it_is_made_anew() -> None:
    value = PerWorker("value", list)
    value.ready_for(lambda: value().append(1))()
    assert value() == []


def test_copies_in_a_process_have_one_value_which_workers_make_before_the_task() -> None:
    first, second = PerWorker("value", list), PerWorker("value", list)
    first().append(1)
    assert second() == [1]
    vars(sys.modules["__main__"]).pop("_per_worker")
    assert second.ready_for(lambda: "value" in second._here())()


def test_tasks_within_a_task_are_part_of_it() -> None:
    value = PerWorker("value", list)

    @value.ready_for
    def inner() -> None:
        value().append(1)

    @ready_for_task(lambda: value)
    def outer() -> list[int]:
        inner()
        inner()
        return list(value())

    assert outer() == [1, 1]
    assert value() == []


def test_a_reinitializer_that_fails_is_only_printed(capsys: pytest.CaptureFixture[str]) -> None:
    value = PerWorker("value", list, lambda _: 1 / 0)
    assert value.ready_for(lambda: len(value()))() == 0
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_the_text_of_errors() -> None:
    error = RayGetError(ValueError("\x1b[36mray::module.f()\x1b[39m (pid=1)\nValueError: no"))
    assert "The remote function module.f, which makes it, failed:\nTraceback (most" in str(error)
    assert function_name(ValueError("ray::f() (pid=1)")) == "f"
    assert function_name(ValueError("other")) == ""
