"""The process that does one check; see `processes.py`."""

from __future__ import annotations

import json
import os
import signal
from dataclasses import asdict, replace

from pong_pg.doctor.checks import check_named
from pong_pg.doctor.finding import Finding, in_words

# Characters of a text from elsewhere, such as an error's message, that are kept.
_LONGEST = 500


def main(name: str, descriptor: int, seconds: int) -> None:
    """Do a check, write what it found as JSON, and end this process at once.

    Args:
        name: of the check.
        descriptor: of the file to write to.
        seconds: after which the kernel ends this process, in case nobody is left to do so.
    """
    signal.alarm(seconds)
    try:
        found = check_named(name).probe()
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        found = Finding("missing", f"needs the package {missing}", f"pip install {missing}")
    except BaseException as error:  # whatever a package can raise, SystemExit included
        found = Finding("broken", f"the check failed: {in_words(error)}")
    found = replace(found, detail=_printable(found.detail), advice=_printable(found.advice))
    os.write(descriptor, json.dumps(asdict(found), default=str).encode())
    # What a package does at the end of a process, such as to wait for threads, is not checked.
    os._exit(0)


def _printable(text: str) -> str:
    """Return a text in one line, without what a terminal would obey."""
    shown = "".join(character if character.isprintable() else "?" for character in " ".join(text.splitlines()))
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}..."
