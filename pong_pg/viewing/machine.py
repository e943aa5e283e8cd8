"""Describes the machine and the packages that a measurement or a report was made with."""

from __future__ import annotations

import datetime
import platform
from pathlib import Path

from pong_pg import __version__
from pong_pg.compat._versions import installed_version
from pong_pg.compat.emulator import load_ale
from pong_pg.distributed.threads import available_cores
from pong_pg.errors import MissingPackageError
from pong_pg.reinforce.kernels import LIBRARY


def machine_lines() -> list[str]:
    """Return two lines: the machine of this process and the date; and the versions of its packages."""
    try:
        emulator = load_ale().binding
    except MissingPackageError:
        emulator = "no emulator"
    date = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds")
    packages = ((name, installed_version(name)) for name in ("numpy", "ray", "gymnasium"))
    versions = [f"{name} {version}" for name, version in packages if version]
    versions = [f"python {platform.python_version()}", f"pong_pg {__version__}", *versions]
    return [
        f"{_cpu_model()}, {available_cores()} cores, {platform.system()} {platform.machine()}; {date}",
        ", ".join([*versions, f"emulator {emulator}", f"forward pass {LIBRARY.about()}"]),
    ]


def _cpu_model() -> str:
    """Return the model name of the processor where Linux tells it; Python itself knows only its family."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or "unknown")
