"""`pong-pg doctor`: find out what of this machine and its packages works."""

from __future__ import annotations

import argparse
import dataclasses
import importlib.metadata
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from pong_pg import __version__
from pong_pg.commands.signals import exit_on_sigterm

# Seconds that an import may take, and starting Ray.
_TIMEOUT, _RAY_TIMEOUT = 60, 180
# In bytes: what Ray and a few workers take, what of it is in shared memory, and room for logs and checkpoints.
_MEMORY, _SHARED_MEMORY, _SPACE = 2e9, 100e6, 500e6
# The bytes that the path of a socket may have, and what Ray adds to its folder.
_LONGEST_SOCKET = 107 if sys.platform.startswith("linux") else 103
_SOCKET_OF_RAY = "ray/session_2000-01-01_00-00-00_000000_1000000/sockets/plasma_store"
_WIDE = 300
_STYLES = {"ok": "green", "limited": "yellow", "missing": "dim", "broken": "bold red"}

_PLAY_PONG = """\
import numpy
from pong_pg.compat.emulator import load_pong
game = load_pong()
game.ale.reset_game()
frames = numpy.zeros((2, 210, 160), numpy.uint8)
game.draw_palette(frames[0])
for step in range(60):
    game.ale.act(game.actions[2 + step % 2])
game.draw_palette(frames[1])
assert (frames[0] != frames[1]).any(), "the screen stays as it is"
print(game.binding)
"""
_COMPILE = """\
from pong_pg.ppo.compiled_kernels import LIBRARY as ppo
from pong_pg.reinforce.kernels import LIBRARY as reinforce
abouts = ppo.about(), reinforce.about()
print(next((about for about in abouts if about.startswith("by NumPy")), abouts[0]))
"""
_START_RAY = """\
from pong_pg.distributed.cluster import connected
with connected("local") as cpus:
    import ray
    assert ray.get(ray.remote(abs).remote(-1)) == 1
print(f"started here, with {cpus:g} CPUs")
"""


@dataclass(frozen=True)
class Found:
    """What a check found.

    Attributes:
        status: "ok", "limited" (works, but slower or for less), "missing" or "broken".
        detail: one line, such as the version.
        advice: what to type or change where it is not "ok"; "" if there is nothing to do.
    """

    status: str
    detail: str
    advice: str = ""


@dataclass(frozen=True)
class Check:
    """A check.

    Attributes:
        name: what is checked.
        needed_for: what does not work without it.
        probe: does it.
        required: training with the default settings needs it.
    """

    name: str
    needed_for: str
    probe: Callable[[], Found]
    required: bool = False


def in_python(program: str, timeout: float = _TIMEOUT) -> tuple[bool, str]:
    """Run a program in another Python, so that a package that crashes or hangs is found and disturbs nothing.

    Returns:
        Whether it ended well, and the last line that it printed.
    """
    try:
        # -P: files in the working directory are not taken for packages; Python 3.10 does not know it.
        safe = ["-P"] if sys.version_info >= (3, 11) else []
        done = subprocess.run(
            [sys.executable, *safe, "-W", "ignore", "-c", program],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=timeout,
            stdin=subprocess.DEVNULL,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False, f"did not end within {timeout:g} s"
    lines = (done.stdout if done.returncode == 0 else done.stderr).strip().splitlines()
    last = "".join(character for character in (lines or [""])[-1] if character.isprintable())[:300]
    return done.returncode == 0, last or ("" if done.returncode == 0 else f"ended with status {done.returncode}")


def package(distribution: str, install: str, module: str = "") -> Found:
    """Find the version of a package, and import it."""
    try:
        version = importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return Found("missing", "not installed", f"pip install '{install}'")
    works, said = in_python(f"import {module or distribution}")
    if not works:
        return Found("broken", f"{version}: {said}", f"pip install --force-reinstall '{distribution}'")
    return Found("ok", version)


def python() -> Found:
    """Say which Python this is."""
    return Found("ok", f"{platform.python_implementation()} {platform.python_version()}, {sys.executable}")


def emulator() -> Found:
    """Load Pong and play some steps."""
    works, said = in_python(_PLAY_PONG)
    if works:
        return Found("ok", f"{said}, plays Pong")
    problem, _, advice = said.partition(": run  ")
    return Found("broken", problem, advice or "pip install 'pong-pg[gymnasium]'")


def compiler() -> Found:
    """Compile the package's C files, unless that has been done."""
    works, said = in_python(_COMPILE)
    if not said.startswith("by NumPy"):
        return Found("ok" if works else "broken", f"the networks are {said}" if works else said)
    advice = "unset PONG_PG_COMPILED" if "PONG_PG_COMPILED" in said else "pip install 'pong-pg[compiled]'"
    return Found("limited", f"the networks are computed {said}: slower, with the same result", advice)


def ray_session() -> Found:
    """Start Ray and run a task."""
    works, said = in_python(_START_RAY, _RAY_TIMEOUT)
    return Found("ok", said) if works else Found("broken", said, "read the logs in /tmp/ray/session_latest/logs")


def machine() -> Found:
    """Find the CPUs and the memory that may be used."""
    from pong_pg.distributed.cgroups import memory_limit
    from pong_pg.distributed.threads import available_cores

    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    total = min(total, memory_limit() or total)
    meminfo = Path("/proc/meminfo")
    lines = meminfo.read_text().splitlines() if meminfo.exists() else []
    free = next((int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:")), total)
    free = min(free, total)
    detail = f"{available_cores()} of {os.cpu_count()} CPUs; {_size(total)} of memory, {_size(free)} available"
    if free < _MEMORY:
        return Found("limited", f"{detail}: little for Ray and its workers", "end other programs, or use  --workers 0")
    return Found("ok", detail)


def shared_memory(folder: Path = Path("/dev/shm")) -> Found:
    """Find the room in shared memory, in which Ray keeps what workers exchange."""
    if not sys.platform.startswith("linux"):
        return Found("ok", "not needed on this system")
    free = shutil.disk_usage(folder).free if folder.exists() else 0
    if free < _SHARED_MEMORY:
        return Found("limited", f"{_size(free)} free: Ray uses files, which is slower", "docker run --shm-size=1g ...")
    return Found("ok", f"{_size(free)} free")


def runs() -> Found:
    """Write a file where runs are kept."""
    folder = Path("runs")
    return _written(folder if folder.exists() or folder.is_symlink() else Path(), "use  --run-dir DIR")


def temporary() -> Found:
    """Write a file where Ray keeps its sessions, and see that the paths of its sockets are short enough."""
    folder = Path(os.environ.get("RAY_TMPDIR") or tempfile.gettempdir())
    if len(os.fsencode(folder.absolute() / _SOCKET_OF_RAY)) > _LONGEST_SOCKET:
        return Found("broken", f"{folder} is too long for the paths of Ray's sockets", "export RAY_TMPDIR=/tmp")
    return _written(folder, "export TMPDIR=DIR  with a short path")


def _written(folder: Path, advice: str) -> Found:
    """Write a file, and find the free space."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"pong_pg")
        free = shutil.disk_usage(folder).free
    except OSError as error:
        return Found("broken", f"{folder.absolute()}: {error.strerror or error}", advice)
    detail = f"{folder.absolute()}, {_size(free)} free"
    return Found("ok", detail) if free >= _SPACE else Found("limited", f"{detail}: little space", advice)


def _size(size: float) -> str:
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.0f} MB"


def _package(name: str, needed_for: str, install: str = "", module: str = "", *, required: bool = False) -> Check:
    return Check(name, needed_for, partial(package, name, install or name, module), required)


# In the order in which they are shown.
CHECKS = (
    Check("python", "everything", python, required=True),
    _package("numpy", "training", required=True),
    _package("ray", "training with workers; else  --workers 0", required=True),
    Check("emulator", "playing Pong", emulator, required=True),
    _package("platformdirs", "training", required=True),
    _package("rich", "the display of training", required=True),
    _package("threadpoolctl", "training with workers", required=True),
    _package("gymnasium", "other environments than Pong, pong-pg run", "pong-pg[gymnasium]"),
    _package("gym", "environments of OpenAI Gym", "gym==0.26.2"),
    _package("scipy", "faster sums of REINFORCE, scipy.misc in old scripts", "pong-pg[gymnasium]"),
    _package("fissix", "Python 2 in pong-pg run", "pong-pg[run]"),
    _package("ipython", "notebooks in pong-pg run", "pong-pg[run]", "IPython"),
    _package("ruff", "pong-pg modernize", "pong-pg[run]"),
    _package("pillow", "GIF and WebP, overlays, reports", "pong-pg[video]", "PIL"),
    _package("imageio-ffmpeg", "MP4", "pong-pg[video]", "imageio_ffmpeg"),
    _package("jinja2", "pong-pg report", "pong-pg[report]"),
    _package("matplotlib", "pong-pg plot", "pong-pg[plot]"),
    _package("pygame", "windows", "pong-pg[run]"),
    _package("tensorboard", "event files of training", "pong-pg[tensorboard]"),
    Check("compiler", "the speed of training", compiler),
    Check("machine", "training", machine),
    Check("shared memory", "training with workers", shared_memory),
    Check("runs", "training without --run-dir", runs, required=True),
    Check("temporary files", "training with workers", temporary, required=True),
)
START_RAY = Check("ray session", "training with workers", ray_session, required=True)


def add_parser(subparsers: Any) -> None:
    """Add this command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "doctor",
        help="check what works on this machine, and say what to do where something does not",
        description="Check Python, the packages, the emulator, the compiler, the machine and the places that files are "
        "written to, and print what to type where something does not work. The exit status is 1 if training does not.",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document on standard output, nothing else")
    parser.add_argument("--start-ray", action="store_true", help="also start Ray, run a task, and stop Ray again")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Check, print what was found, and return 0 if training works and 1 if it does not."""
    checks = (*CHECKS, START_RAY) if options.start_ray else CHECKS
    with exit_on_sigterm(), ThreadPoolExecutor(max_workers=2 * (os.cpu_count() or 1)) as pool:
        found = dict(zip(checks, pool.map(lambda check: check.probe(), checks), strict=True))
    failed = [check.name for check, one in found.items() if check.required and one.status in {"missing", "broken"}]
    if options.json:
        listed = [
            {"name": check.name, "needed_for": check.needed_for, "required": check.required, **dataclasses.asdict(one)}
            for check, one in found.items()
        ]
        print(json.dumps({"pong_pg": __version__, "training_works": not failed, "checks": listed}, indent=2))
    else:
        _print_table(found, failed)
    return 1 if failed else 0


def _print_table(found: dict[Check, Found], failed: list[str]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    # Off a terminal each check is one line, for grep.
    console = Console(highlight=False, width=None if sys.stdout.isatty() else _WIDE)
    table = Table(box=None, pad_edge=False, header_style="")
    for heading in ("", "", "found", "what to do"):
        table.add_column(heading, overflow="fold", no_wrap=not heading)
    for check, one in found.items():
        purpose = "" if one.status == "ok" else f" (for {check.needed_for})"
        detail = Text(one.detail + purpose)
        table.add_row(Text(one.status, _STYLES[one.status]), Text(check.name), detail, Text(one.advice))
    console.print(table)
    conclusion = f"Training does not work here: see {', '.join(failed)}" if failed else "What training needs works"
    console.print(Text(conclusion, "bold red" if failed else "bold green"))
