from __future__ import annotations

import os

import pytest

from pong_pg.distributed.threads import available_cores


@pytest.mark.parametrize(("counted", "cores"), [(3, 3), (None, 1)])
def test_without_affinity_all_cpus_count(counted: int | None, cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: counted)
    assert available_cores() == cores


def test_cpus_that_this_process_may_not_use_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {1, 4}, raising=False)
    assert available_cores() == 2
