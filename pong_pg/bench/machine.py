"""Describe the machine and the packages of a measurement."""

from __future__ import annotations

import datetime
import platform
import subprocess
from dataclasses import dataclass
from pathlib import Path

from pong_pg._about import __version__
from pong_pg.compat._versions import installed_version
from pong_pg.distributed.threads import available_cores
from pong_pg.reinforce.compiled_forward import LIBRARY


@dataclass(frozen=True)
class Machine:
    """The machine and the packages of a measurement; the version of a package that is not installed is None.

    Attributes:
        date: when the measurement started, in UTC.
        cpu: the model name of the processor.
        cores: CPUs that this process may use.
        system: operating system and instruction set.
        emulator: the binding of the Arcade Learning Environment, and its version.
        forward: how the forward pass is computed, "compiled by cc" or "by NumPy" and why.
        pong_pg, python, numpy, scipy, ray, gymnasium: versions.
    """

    date: str
    cpu: str
    cores: int
    system: str
    pong_pg: str
    python: str
    numpy: str | None
    scipy: str | None
    ray: str | None
    gymnasium: str | None
    emulator: str
    forward: str


def this_machine(emulator: str) -> Machine:
    """Return the machine of this process; `emulator` is the name and version of the binding in use."""
    packages = {name: installed_version(name) for name in ("numpy", "scipy", "ray", "gymnasium")}
    return Machine(
        date=datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        cpu=_cpu_model(),
        cores=available_cores(),
        system=f"{platform.system()} {platform.machine()}",
        pong_pg=__version__,
        python=platform.python_version(),
        emulator=emulator,
        forward=LIBRARY.about(),
        **packages,
    )


def _cpu_model() -> str:
    """Return the model name of the processor from Linux or macOS; Python itself knows only its family."""
    try:
        if platform.system() == "Darwin":
            command = ["sysctl", "-n", "machdep.cpu.brand_string"]
            return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
        return cpu_model_in(Path("/proc/cpuinfo").read_text())
    except (OSError, subprocess.CalledProcessError):
        return platform.processor() or "unknown"


def cpu_model_in(cpuinfo: str) -> str:
    """Return the first model name in the text of /proc/cpuinfo, where kernels for ARM have none."""
    fields = (line.partition(":") for line in cpuinfo.splitlines())
    names = (value.strip() for name, _, value in fields if name.strip().lower() in {"model name", "model"} and value)
    return next((name for name in names if not name.isdigit()), platform.processor() or "unknown")
