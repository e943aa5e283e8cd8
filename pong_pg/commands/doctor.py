"""`pong-pg doctor`: find out what of this machine and its packages works."""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from pong_pg import __version__
from pong_pg.commands.signals import exit_on_signals
from pong_pg.errors import one_line, pip_install

_STYLES = {"ok": "green", "limited": "yellow", "missing": "dim", "broken": "bold red"}

_PLAY_PONG = """\
import pong_pg
from pong_pg.compat.emulator import load_pong
env = pong_pg.make("ALE/Pong-v5", backend="direct")
first = env.reset(seed=0)[0].copy()
assert any((env.step(2 + step % 2)[0] != first).any() for step in range(60)), "the screen stays as it is"
print(load_pong().binding + ", plays Pong")
"""
_IMPORT = """\
import {modules}
from importlib.metadata import version
print(", ".join(f"{{name}} {{version(name.replace('PIL', 'pillow'))}}" for name in "{modules}".split(", ")))
"""
_COMPILE = "from pong_pg.reinforce.kernels import LIBRARY; print(LIBRARY.about())"


class Found(NamedTuple):
    """What a check found: ok, limited (works, but slower or for less), missing or broken; details; and what to do."""

    status: str
    detail: str
    advice: str = ""


class Check(NamedTuple):
    """A check: what of, what does not work without it, what does it, and whether training needs it in any case."""

    name: str
    needed_for: str
    probe: Callable[[], Found]
    required: bool = False


def program(source: str, advice: str, timeout: float = 60) -> Found:
    """Run a program that prints what works, in another Python: one that crashes or hangs is found and disturbs nothing.

    Args:
        source: of the program.
        advice: where it does not work, unless its error has a better one.
        timeout: seconds that it may take.
    """
    command = [sys.executable, "-W", "ignore", "-c", source]
    try:
        # In a directory without files that would be taken for packages.
        done = subprocess.run(
            command, cwd="/", input="", capture_output=True, text=True, errors="replace", timeout=timeout, check=False
        )
    except subprocess.TimeoutExpired:
        return Found("broken", f"did not end within {timeout:g} s", advice)
    *_, last = (done.stderr if done.returncode else done.stdout).strip().splitlines() or [""]
    if not done.returncode:
        return Found("ok", one_line(last))
    problem, _, better_advice = one_line(last or f"ended with status {done.returncode}").partition(": run  ")
    return Found("missing" if "ModuleNotFoundError" in problem else "broken", problem, better_advice or advice)


def compiler() -> Found:
    """Compile the package's C files, unless that has been done."""
    found = program(_COMPILE, "")
    if not found.detail.startswith("by NumPy"):
        return found
    advice = "unset PONG_PG_COMPILED" if "PONG_PG_COMPILED" in found.detail else "pip install ziglang"
    return Found("limited", f"{found.detail}: slower, and weights differ in their last bits", advice)


def _packages(name: str, needed_for: str, modules: str, install: str = "", *, required: bool = False) -> Check:
    def probe() -> Found:
        advice = f"pip install {install}" if install else pip_install(name)
        return program(_IMPORT.format(modules=modules), advice)

    return Check(name, needed_for, probe, required)


# In the order in which they are shown.
CHECKS = (
    Check("python", "everything", lambda: Found("ok", f"{platform.python_version()}, {sys.executable}"), required=True),
    _packages("base", "training", "numpy, platformdirs, rich, threadpoolctl", "pong-pg", required=True),
    _packages("ray", "training with  --workers N  or on several machines", "ray", "ray"),
    Check("emulator", "playing Pong", lambda: program(_PLAY_PONG, pip_install("gymnasium")), required=True),
    _packages("gymnasium", "other environments than Pong, pong-pg run", "gymnasium"),
    _packages("run", "pong-pg run and modernize", "IPython, fissix, nbformat, pygame, ruff, scipy"),
    _packages("video", "recordings, reports", "PIL, imageio_ffmpeg"),
    _packages("report", "pong-pg report, plot", "jinja2, matplotlib"),
    _packages("tensorboard", "event files of training", "tensorboard"),
    Check("compiler", "the speed of training", compiler),
)


def add_parser(subparsers: Any) -> None:
    """Add this command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "doctor",
        help="check what works on this machine, and say what to do where something does not",
        description="Check Python, the packages, the emulator and the compiler, "
        "and print what to type where something does not work. The exit status is 1 if training does not.",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document on standard output, nothing else")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check, print what was found, and return 0 if training works and 1 if it does not."""
    with exit_on_signals(), ThreadPoolExecutor() as pool:
        found = dict(zip(CHECKS, pool.map(lambda check: check.probe(), CHECKS), strict=True))
    failed = [check.name for check, one in found.items() if check.required and one.status in {"missing", "broken"}]
    if options.json:
        listed = [
            {"name": check.name, "needed_for": check.needed_for, "required": check.required, **one._asdict()}
            for check, one in found.items()
        ]
        print(json.dumps({"pong_pg": __version__, "training_works": not failed, "checks": listed}, indent=2))
    else:
        _print_table(found, failed)
    return int(bool(failed))


def _print_table(found: dict[Check, Found], failed: list[str]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    # Off a terminal each check is one line, for grep.
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 300)
    table = Table("", "", "found", "what to do", box=None, pad_edge=False)
    for check, one in found.items():
        purpose = "" if one.status == "ok" else f" (for {check.needed_for})"
        table.add_row(Text(one.status, _STYLES[one.status]), check.name, Text(one.detail + purpose), Text(one.advice))
    console.print(table)
    conclusion = f"Training does not work here: see {', '.join(failed)}" if failed else "What training needs works"
    console.print(conclusion, style="bold red" if failed else "bold green")
