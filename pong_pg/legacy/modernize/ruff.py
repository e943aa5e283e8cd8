"""Brings spellings of old Python and NumPy up to date by ruff, and finds names that nothing defines."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from pong_pg.compat._versions import require
from pong_pg.errors import PongPGError

NUMPY = "NPY001,NPY003,NPY201"
PYTHON = "UP004,UP008,UP010,UP034"
_UNDEFINED = "F821"
_OPTIONS = ("check", "--isolated", "--target-version", "py310", "--quiet", "--no-cache", "--ignore-noqa")
# Python imports modules from the working directory first, which may be that of a stranger's scripts.
_ROOT = Path(sys.executable).anchor


def fixed(text: str, codes: str) -> str:
    """Return a text with ruff's fixes of some codes.

    Raises:
        PongPGError: ruff failed.
        MissingPackageError: it is not installed.
    """
    return _ruff(text, f"--select={codes}", "--fix", "--unsafe-fixes")


def undefined_names(text: str) -> set[str]:
    """Return the names that a text uses where nothing has defined them; errors as of `fixed`."""
    found = json.loads(_ruff(text, f"--select={_UNDEFINED}", "--output-format=json"))
    return {one["message"].split("`")[1] for one in found if one["code"] == _UNDEFINED}


def _ruff(text: str, *options: str) -> str:
    require("ruff", "modernising")
    command = [sys.executable, "-m", "ruff", *_OPTIONS, *options, "--stdin-filename", "script.py", "-"]
    done = subprocess.run(command, input=text.encode(), capture_output=True, check=False, cwd=_ROOT)
    # 1: it has complaints left.
    if done.returncode not in {0, 1}:
        raise PongPGError(f"ruff failed: {' '.join(done.stderr.decode(errors='replace').split())[:300]}")
    return done.stdout.decode()
