"""Describes the machine and the packages that a measurement or a report was made with."""

from __future__ import annotations

import datetime
import platform
from pathlib import Path

from pong_pg._about import __version__
from pong_pg.compat._versions import installed_version
from pong_pg.compat.emulator import load_pong
from pong_pg.distributed.threads import available_cores
from pong_pg.errors import MissingPackageError
from pong_pg.reinforce.compiled_forward import LIBRARY


def this_machine() -> dict[str, str]:
    """Return the machine of this process and the versions of its packages, by names."""
    try:
        emulator = load_pong("ale").binding
    except MissingPackageError:
        emulator = "no emulator"
    versions = {name: installed_version(name) for name in ("numpy", "scipy", "ray", "gymnasium")}
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "cpu": _cpu_model(),
        "cores": str(available_cores()),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "pong_pg": __version__,
        **{name: version for name, version in versions.items() if version},
        "emulator": emulator,
        "forward pass": LIBRARY.about(),
    }


def machine_lines(machine: dict[str, str]) -> list[str]:
    """Return two lines about a machine, from `this_machine`."""
    rest = (f"{name} {value}" for name, value in list(machine.items())[4:])
    return ["{cpu}, {cores} cores, {system}; {date}".format(**machine), ", ".join(rest)]


def _cpu_model() -> str:
    """Return the model name of the processor where Linux tells it; Python itself knows only its family."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or "unknown")
