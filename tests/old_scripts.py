"""Runs old scripts as a user would: `pong-pg run` in a process of its own."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path


def write(directory: Path, text: str, name: str = "script.py") -> Path:
    """Write a script; returns its path."""
    path = directory / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(textwrap.dedent(text).lstrip("\n"))
    return path


def short(example: Path, directory: Path) -> Path:
    """Copy an example, with two games an update; returns its path."""
    copy = directory / example.name
    copy.write_text(re.sub(r"(BATCH_SIZE|batch_size) = \d+", r"\1 = 2", example.read_text()))
    return copy


def command(*arguments: str | Path) -> list[str]:
    """The command `pong-pg run` with these arguments."""
    return [sys.executable, "-m", "pong_pg", "run", *map(str, arguments)]


def run(
    *arguments: str | Path, cwd: Path | None = None, stdin: str = "", timeout: float = 120, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run it to its end; returns status and what it wrote."""
    return subprocess.run(
        command(*arguments),
        cwd=cwd,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
        env={**os.environ, **environment},
    )


def run_text(
    directory: Path, text: str, *arguments: str, options: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[str]:
    """Write a script and run it."""
    return run(*options, write(directory, text), *arguments)


def prints(directory: Path, text: str, *arguments: str) -> list[str]:
    """Write and run a script that must end well; returns the lines that it printed."""
    done = run_text(directory, text, *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def ask(server: subprocess.Popen[str], script: Path, directory: Path, environment: dict[str, str]) -> tuple[bytes, str]:
    """Have a process run a copy of a script in a directory; return its output, and why it failed, "" if it did not."""
    assert server.stdin is not None
    assert server.stdout is not None
    request = [str(shutil.copy(script, directory)), str(directory), environment]
    print(json.dumps(request), file=server.stdin, flush=True)
    status = server.stdout.readline().strip()
    why = Path(f"{directory}.err").read_text(errors="replace") if status != "0" else ""
    return Path(f"{directory}.out").read_bytes(), why
