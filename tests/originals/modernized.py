"""Modernises the recorded scripts and runs the results with plain Python, without this package.

    python tests/originals/modernized.py [-v] [NAMES]
    python tests/originals/modernized.py --write

prints which of them print what was recorded, such as "python2" for a topic or "python2/xrange" for one script; with -v
also their modern source, and where the output differs first. `--write` runs all, writes the list of those that do not
print it, `not_modernized.txt`, and the counts in the documentation. A reason in the list stays, a new name gets a
question mark for one.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from stacks import HERE, TOPICS, name_of, recorded, scripts

from pong_pg import Modernized, modernize

_SECONDS = 120
LIST = HERE / "not_modernized.txt"
NO_REASON = "?"
# How the reasons begin of scripts whose subject itself is gone, so that no code of today prints the same.
NO_SPELLING = "no modern spelling: "
# How the reasons end of those where nothing in the modern form says so.
SILENT = "(silent)"
_DOCUMENT = HERE.parent.parent / "docs" / "modernize.md"
# A row of the table in the documentation.
TABLE = re.compile(r"^\| `(\w+)` \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", re.MULTILINE)


@dataclass(frozen=True)
class Outcome:
    """What became of a script.

    Attributes:
        modern: its modern form; None where there is none.
        printed: what that printed.
        why: why it is not right; "" if it printed what was recorded.
    """

    modern: Modernized | None
    printed: str
    why: str


def run(script: Path, folder: Path) -> Outcome:
    """Modernise a script into a folder, run it there and compare its output with the record."""
    try:
        modern = modernize(script.read_text(encoding="utf-8"), filename=str(script))
    except Exception as error:
        return Outcome(None, "", f"not modernised: {type(error).__name__}: {error}")
    new = folder / script.name
    new.write_text(modern.source, encoding="utf-8")
    # The package is not there for it, wherever it is installed.
    guard = f"import sys, runpy; sys.modules['pong_pg'] = None; sys.argv = [{script.name!r}]; sys.path.insert(0, '')\n"
    guard += f"runpy.run_path({script.name!r}, run_name='__main__')"
    command = [sys.executable, "-B", "-c", guard] if "ray" not in modern.source else [sys.executable, "-B", script.name]
    try:
        done = subprocess.run(
            command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return Outcome(modern, "", f"not ended after {_SECONDS} seconds")
    printed = without_lines_of_ray(done.stdout).decode("utf-8", "surrogateescape")
    expected = recorded(script).read_bytes().decode("utf-8", "surrogateescape")
    if printed == expected:
        return Outcome(modern, printed, "")
    for number, (is_now, was_then) in enumerate(zip(printed.splitlines(), expected.splitlines(), strict=False), 1):
        if is_now != was_then:
            return Outcome(modern, printed, f"line {number}: {is_now!r}, then {was_then!r}; {_last_line(done.stderr)}")
    return Outcome(modern, printed, f"{len(printed)} characters instead of {len(expected)}; {_last_line(done.stderr)}")


def without_lines_of_ray(output: bytes) -> bytes:
    """Return what a script printed, without what Ray itself prints about its processes; records have none of that."""
    return re.sub(rb"^(\x1b\[\d+m)?\(raylet\b.*\n", b"", output, flags=re.MULTILINE)


def _last_line(errors: bytes) -> str:
    lines = errors.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else ""


def not_modernized() -> dict[str, str]:
    """Return the scripts whose modern form prints something else, and why."""
    lines = [line for line in LIST.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return {name: reason for name, _, reason in (line.partition(": ") for line in lines)}


def counts(left: Mapping[str, str]) -> list[tuple[str, int, int, int, int]]:
    """Return for each topic how many scripts there are, print their record, have no modern spelling, and are left."""
    rows = []
    for topic in TOPICS:
        names = [name_of(script) for script in scripts((topic,))]
        reasons = [left[name] for name in names if name in left]
        gone = sum(reason.startswith(NO_SPELLING) for reason in reasons)
        rows.append((topic, len(names), len(names) - len(reasons), gone, len(reasons) - gone))
    return rows


def write(left: Collection[str]) -> None:
    """Write the list of the scripts that do not print their record, and the counts in the documentation."""
    known = not_modernized()
    head = [line for line in LIST.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    reasons = {name: known.get(name, NO_REASON) for name in sorted(left)}
    lines = [*head, *(f"{name}: {reason}" for name, reason in reasons.items())]
    LIST.write_text("\n".join(lines) + "\n", encoding="utf-8")
    rows = {topic: f"| `{topic}` | {' | '.join(map(str, row))} |" for topic, *row in counts(reasons)}
    text = _DOCUMENT.read_text(encoding="utf-8")
    _DOCUMENT.write_text(TABLE.sub(lambda row: rows[row[1]], text), encoding="utf-8")


def _run_in_a_folder_of_its_own(script: Path) -> Outcome:
    with tempfile.TemporaryDirectory() as folder:
        return run(script, Path(folder))


def main(arguments: list[str]) -> int:
    """Run the scripts that are named."""
    is_verbose = "-v" in arguments
    names = [name for name in arguments if name not in {"-v", "--write"}]
    chosen = [one for one in scripts(tuple(TOPICS)) if not names or name_of(one) in names or one.parent.name in names]
    wrong: list[str] = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for script, outcome in zip(chosen, pool.map(_run_in_a_folder_of_its_own, chosen), strict=True):
            if is_verbose and outcome.modern:
                print(outcome.modern.source)
                print("\n".join(f"note: {note}" for note in outcome.modern.notes))
            if outcome.why:
                wrong.append(name_of(script))
                notes = len(outcome.modern.notes) if outcome.modern else 0
                print(f"{name_of(script)}: {outcome.why} [{notes} notes]", flush=True)
    if "--write" in arguments and not names:
        write(wrong)
    print(f"{len(chosen) - len(wrong)} of {len(chosen)} scripts print the record")
    return 1 if wrong else os.EX_OK


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
