"""Ray's own messages while a script runs: on standard error, with failures reduced to the script's part."""

from __future__ import annotations

import functools
import logging
from typing import Any

import ray._private.worker as _worker

from pong_pg.legacy.install.failures import line_for
from pong_pg.legacy.install.failures_in_workers import without_this_package

# Ray's loggers of failed actor constructors, and of failures whose results nobody reads.
_LOGGERS = ("ray._raylet", "ray._private.worker")
# Senders of lines that were not printed by a worker.
_RAY_ITSELF = {"raylet", "gcs_server", "autoscaler"}


def tidy_failures() -> None:
    """Log failures of tasks and actors in this process as the driver would print them."""
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
    """Print Ray's own messages, such as one about many workers, on standard error; workers' output is unchanged.

    Ray has no setting for it, so its printing function is replaced in this process, which runs only the script.
    """
    printer = getattr(_worker, "print_to_stdstream", None)
    if printer is None or hasattr(printer, "__wrapped__"):
        return

    @functools.wraps(printer)
    def printed(data: dict[str, Any], *more: Any, **named: Any) -> None:
        printer({**data, "is_err": True} if data.get("pid") in _RAY_ITSELF else data, *more, **named)

    _worker.print_to_stdstream = printed
