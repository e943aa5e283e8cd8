"""What Ray says of itself while a script runs: on standard error, and of failures what the script has to do with."""

from __future__ import annotations

import functools
import logging
from typing import Any

import ray._private.worker as _worker

from pong_pg.legacy.install.failures import line_for
from pong_pg.legacy.install.failures_in_workers import without_this_package

# Where Ray logs what failed in the making of an actor, and failures that nobody has asked for.
_LOGGERS = ("ray._raylet", "ray._private.worker")
# Who sends lines that no worker has printed.
_RAY_ITSELF = {"raylet", "gcs_server", "autoscaler"}


def tidy_failures() -> None:
    """Have failures of tasks and actors logged in this process as the driver would print them."""
    for name in _LOGGERS:
        logging.getLogger(name).addFilter(_tidy)


def _tidy(record: logging.LogRecord) -> bool:
    text = record.getMessage()
    if "\n" in text and 'File "' in text:
        line = line_for(text)
        record.msg = f"pong-pg run: error: {line}" if line else without_this_package(text)
        record.args = ()
    return True


def keep_off_standard_output() -> None:
    """Have what Ray itself tells, such as of many workers, printed on standard error; workers' prints stay as they are.

    Ray has no setting for it, so its printer is replaced in this process, which is the script's alone.
    """
    printer = getattr(_worker, "print_to_stdstream", None)
    if printer is None or hasattr(printer, "__wrapped__"):
        return

    @functools.wraps(printer)
    def printed(data: dict[str, Any], *more: Any, **named: Any) -> None:
        printer({**data, "is_err": True} if data.get("pid") in _RAY_ITSELF else data, *more, **named)

    _worker.print_to_stdstream = printed
