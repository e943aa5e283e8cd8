from __future__ import annotations

import os

import pytest

from pong_pg.distributed import threads
from pong_pg.distributed.threads import available_cores


@pytest.mark.parametrize(("counted", "cores"), [(3, 3), (None, 1)])
def test_without_affinity_all_cpus_count(counted: int | None, cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: counted)
    monkeypatch.setattr(threads, "cpu_limit", lambda: None)
    assert available_cores() == cores


def test_cpus_that_this_process_may_not_use_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {1, 4}, raising=False)
    monkeypatch.setattr(threads, "cpu_limit", lambda: None)
    assert available_cores() == 2


@pytest.mark.parametrize(("quota", "cores"), [(None, 8), (9.5, 8), (2.5, 2), (0.5, 1)])
def test_the_quota_of_a_container_counts(quota: float | None, cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(8)), raising=False)
    monkeypatch.setattr(threads, "cpu_limit", lambda: quota)
    assert available_cores() == cores
