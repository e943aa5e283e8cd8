"""Each row of what Gym, NumPy, SciPy and Python have been, in the driver and in a worker.

The rows are two scripts, `tests/golden/old_rows*.py`: functions in old code, with what they return as docstrings.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from old_scripts import run

pytestmark = [pytest.mark.ray, pytest.mark.needs("ray>=2.9")]

SCRIPTS = [Path(__file__).parents[1] / "golden" / name for name in ("old_rows.py", "old_rows_python2.py")]
ROWS = [(script, row) for script in SCRIPTS for row in re.findall(r"^def (\w+)\(\):", script.read_text(), re.MULTILINE)]


@cache
def said(script: Path) -> dict[tuple[str, str], tuple[str, str]]:
    """What each row of a script should give in each place, and what it gave; all are asked in one run."""
    done = run(script, timeout=280)
    assert done.returncode == 0, done.stderr
    split = [line.split("|") for line in done.stdout.splitlines()]
    return {(row, place): (expected, given) for row, place, expected, given in split}


@pytest.mark.parametrize("place", ["driver", "worker"])
@pytest.mark.parametrize(("script", "row"), ROWS, ids=[row for _, row in ROWS])
def test_row(script: Path, row: str, place: str) -> None:
    expected, given = said(script)[row, place]
    if expected.startswith("an error: "):
        assert expected.removeprefix("an error: ") in given
    else:
        assert plain(given) == plain(expected)


def plain(text: str) -> str:
    """The same value however NumPy and Python print it."""
    text = re.sub(r"<class '(\w+)'>", r"\1", text)
    return ast.unparse(ast.parse(text.replace("np.array", "array").replace("np.True_", "True")))
