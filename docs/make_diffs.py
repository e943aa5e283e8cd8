"""Writes what `pong-pg modernize` changes in the examples: `python docs/make_diffs.py [--check]`.

The differences are part of `docs/reference/modernized.md`, which a person reads before they are committed.
"""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from pong_pg.cli import main

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "reference" / "diffs"
EXAMPLES = {
    "2016_single_process": "tests/originals/scripts/single_process_2016.py",
    "2016_reusables": "examples/2016_reusables/driver.py",
    "2017_rl_pong": "examples/2017_rl_pong/driver.py",
    "2020_plot_pong": "examples/2020_plot_pong/plot_pong_example.py",
    "2023_notebook": "examples/2023_notebook/plot_pong_example.ipynb",
}


def difference(name: str) -> str:
    """Return the difference between an example and its modern form."""
    printed = io.StringIO()
    path = str(ROOT / EXAMPLES[name])
    with redirect_stdout(printed), redirect_stderr(io.StringIO()):
        main(["modernize", "--diff", path])
    return printed.getvalue().replace(path, EXAMPLES[name])


def write(*, check: bool) -> int:
    """Write the differences, or say which of the written ones are not those of today; return the exit status."""
    old: list[str] = []
    for name in EXAMPLES:
        record = FOLDER / f"{name}.diff"
        today = difference(name)
        if not record.exists() or record.read_text(encoding="utf-8") != today:
            old.append(name)
        if not check:
            record.write_text(today, encoding="utf-8")
    if check and old:
        print(f"not those of today: {', '.join(old)}; read what  python docs/make_diffs.py  writes")  # noqa: T201
    return int(check and bool(old))


if __name__ == "__main__":
    sys.exit(write(check="--check" in sys.argv[1:]))
