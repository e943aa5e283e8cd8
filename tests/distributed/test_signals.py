from __future__ import annotations

import contextlib
import signal
import sys
import threading
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from pong_pg.distributed import cluster
from pong_pg.distributed.cluster import own_sigterm_handler
from pong_pg.errors import ClusterError

NUMBERS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


@pytest.fixture
def handled() -> Iterator[list[int]]:
    """The signals that the process's own handler has got."""
    came: list[int] = []
    before = {number: signal.signal(number, lambda number, _frame: came.append(number)) for number in NUMBERS}
    yield came
    for number, handler in before.items():
        signal.signal(number, handler)


def test_what_ray_installs_while_it_starts_is_left_out(handled: list[int]) -> None:
    own = signal.getsignal(signal.SIGTERM)
    with own_sigterm_handler():
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        signal.raise_signal(signal.SIGTERM)
        # Others it may have.
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    assert handled == [signal.SIGTERM]
    assert signal.getsignal(signal.SIGTERM) is own
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_another_thread_has_no_handlers_to_keep() -> None:
    calls: list[str] = []

    def work() -> None:
        with own_sigterm_handler():
            calls.append("start")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert calls == ["start"]


@pytest.mark.parametrize(
    ("failure", "error"), [(KeyboardInterrupt(), KeyboardInterrupt), (RuntimeError("no"), ClusterError)]
)
def test_a_start_that_fails_is_shut_down(
    failure: BaseException, error: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []

    def init(**_: Any) -> None:
        calls.append("init")
        raise failure

    ray = SimpleNamespace(init=init, shutdown=lambda: calls.append("shutdown"), is_initialized=lambda: False)
    monkeypatch.setitem(sys.modules, "ray", ray)
    monkeypatch.setattr(cluster, "_servers", lambda _: contextlib.nullcontext({}))
    with pytest.raises(error), cluster.connected(None):
        pass
    assert calls == ["init", "shutdown"]
