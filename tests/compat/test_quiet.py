from __future__ import annotations

import sys
import threading
import warnings

import pytest

from pong_pg.compat._versions import quiet


def test_it_holds_for_warnings_and_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    with quiet():
        warnings.warn("old", DeprecationWarning, stacklevel=1)
        sys.stderr.write("old")
    sys.stderr.write("new")
    assert capsys.readouterr().err == "new"
    with pytest.warns(DeprecationWarning, match="shown"):
        warnings.warn("shown", DeprecationWarning, stacklevel=1)


def test_threads_inside_at_the_same_time_leave_standard_error_as_it_was() -> None:
    before, filters = sys.stderr, list(warnings.filters)
    inside, left = threading.Event(), threading.Event()

    def first() -> None:
        with quiet():
            inside.set()
            left.wait(20)

    thread = threading.Thread(target=first)
    thread.start()
    assert inside.wait(20)
    with quiet():
        left.set()
        thread.join(20)
        assert sys.stderr is not before
    assert sys.stderr is before
    assert list(warnings.filters) == filters
