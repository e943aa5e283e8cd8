"""Describes the machine and the packages that a measurement or a report was made with."""

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

_PACKAGES = ("numpy", "scipy", "ray", "gymnasium")


@dataclass(frozen=True)
class Machine:
    """A machine and its packages.

    Attributes:
        date: now, in UTC.
        cpu: the model name of the processor.
        cores: CPUs that this process may use.
        system: operating system and instruction set.
        emulator: the binding of the Arcade Learning Environment, and its version.
        forward: how the forward pass is computed, "compiled by cc" or "by NumPy" and why.
        python: version of Python.
        packages: versions of pong_pg and of the packages that are installed.
    """

    date: str
    cpu: str
    cores: int
    system: str
    emulator: str
    forward: str
    python: str
    packages: dict[str, str]

    def lines(self) -> list[str]:
        """Return two lines about the machine and the packages."""
        packages = ", ".join(f"{name} {version}" for name, version in self.packages.items())
        return [
            f"{self.cpu}, {self.cores} cores, {self.system}; {self.date}",
            f"Python {self.python}, {packages}, {self.emulator}, forward pass {self.forward}",
        ]


def this_machine(emulator: str) -> Machine:
    """Return the machine of this process; `emulator` is the name and version of the binding in use."""
    versions = {name: installed_version(name) for name in _PACKAGES}
    return Machine(
        date=datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        cpu=_cpu_model(),
        cores=available_cores(),
        system=f"{platform.system()} {platform.machine()}",
        emulator=emulator,
        forward=LIBRARY.about(),
        python=platform.python_version(),
        packages={"pong_pg": __version__, **{name: version for name, version in versions.items() if version}},
    )


def _cpu_model() -> str:
    """Return the model name of the processor from Linux or macOS; Python itself knows only its family."""
    try:
        if platform.system() == "Darwin":
            command = ["sysctl", "-n", "machdep.cpu.brand_string"]
            return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
        fields = (line.partition(":") for line in Path("/proc/cpuinfo").read_text().splitlines())
        return next(value.strip() for name, _, value in fields if name.strip() == "model name")
    # Kernels for ARM have no model name.
    except (OSError, subprocess.CalledProcessError, StopIteration):
        return platform.processor() or "unknown"
