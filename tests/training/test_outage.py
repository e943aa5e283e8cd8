from __future__ import annotations

import pytest

from pong_pg.training.outage import Outage


def test_warnings_come_at_growing_intervals_and_once_it_works_again(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    warned = []
    outage = Outage("it works again", lambda: now)
    outage.succeeded()
    for second in range(5 * 3600):
        now = float(second)
        outage.failed("it fails")
        if caplog.messages:
            warned.append(second)
            caplog.clear()
    assert warned == [0, 60, 180, 420, 900, 1860, 3780, 7380, 10980, 14580]
    assert outage.failures == 5 * 3600
    outage.succeeded()
    outage.succeeded()
    assert caplog.messages == ["it works again, after 18000 failed attempts"]
    caplog.clear()
    outage.failed("it fails")
    outage.failed("it fails")
    assert caplog.messages == ["it fails"], "the next one is told at once"


def test_a_repeated_warning_has_the_number_of_attempts(caplog: pytest.LogCaptureFixture) -> None:
    seconds = iter([0.0, 1.0, 100.0])
    outage = Outage("it works again", lambda: next(seconds))
    for _ in range(3):
        outage.failed("it fails")
    assert caplog.messages == ["it fails", "it fails (3 failed attempts so far)"]
