"""The process that does one check; see `processes.py`."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict

from pong_pg.doctor.checks import check_named
from pong_pg.doctor.finding import Finding


def main(name: str, descriptor: int) -> None:
    """Do a check, write what it found as JSON, and end this process at once.

    Args:
        name: of the check.
        descriptor: of the file to write to.
    """
    try:
        found = check_named(name).probe()
    except BaseException as error:  # whatever a package can raise, SystemExit included
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        found = Finding("broken", f"the check failed: {reason}")
    os.write(descriptor, json.dumps(asdict(found), default=str).encode())
    # What a package does at the end of a process, such as to wait for threads, is not checked.
    if "ray" not in sys.modules:
        os._exit(0)
