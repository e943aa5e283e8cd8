"""The checks of `pong-pg doctor`, as a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from pong_pg.doctor import machine, packages, places
from pong_pg.doctor.finding import Finding


@dataclass(frozen=True)
class Check:
    """One check.

    Attributes:
        name: what is checked, as it is shown; unique.
        group: the heading that it is shown under.
        probe: does the check, in a process of its own; what it imports, it imports when it is called.
        needed_for: what does not work without it.
        required: training with the default settings needs it.
        module: what the probe imports first; "" if that is a module of this package.
        patience: times the timeout that it may take.
    """

    name: str
    group: str
    probe: Callable[[], Finding]
    needed_for: str
    required: bool = False
    module: str = ""
    patience: float = 1.0


_PACKAGES, _MACHINE, _PLACES = "packages", "machine", "files"
_TRAINING, _OLD_SCRIPTS = "training", "pong-pg run"


def _package(name: str, needed_for: str, install: str, module: str = "", *, required: bool = False) -> Check:
    module = module or name
    probe = partial(packages.package, module, name, install)
    return Check(name, _PACKAGES, probe, needed_for, required, module)


# In the order in which they are shown.
CHECKS = (
    Check("python", _PACKAGES, packages.python, "everything", required=True),
    Check("numpy", _PACKAGES, packages.numpy, _TRAINING, required=True, module="numpy"),
    Check("ray", _PACKAGES, packages.ray, "training with workers", required=True, module="ray"),
    Check("emulator", _PACKAGES, packages.emulator, "playing Pong", required=True),
    _package("platformdirs", _TRAINING, "platformdirs", required=True),
    _package("rich", "the display of training", "rich", required=True),
    _package("threadpoolctl", "training with workers", "threadpoolctl", required=True),
    _package("gymnasium", "environments other than Pong, and pong-pg run", "pong-pg[gymnasium]"),
    _package("gym", "environments of OpenAI Gym", "gym==0.26.2"),
    _package("shimmy", "--backend shimmy", "shimmy"),
    _package("scipy", "faster sums in old forms of the network; scipy.misc in old scripts", "pong-pg[gymnasium]"),
    _package("fissix", _OLD_SCRIPTS, "pong-pg[run]"),
    _package("ipython", "notebooks in pong-pg run", "pong-pg[run]", "IPython"),
    _package("nbformat", "notebooks in pong-pg run", "pong-pg[run]"),
    _package("pillow", "GIF and WebP recordings, images in pong-pg run", "pong-pg[video]", "PIL"),
    _package("pygame", "the window of render() in pong-pg run", "pong-pg[run]"),
    _package("six", _OLD_SCRIPTS, "pong-pg[run]"),
    Check("ruff", _PACKAGES, packages.ruff, "pong-pg modernize", module="ruff"),
    Check(
        "imageio-ffmpeg",
        _PACKAGES,
        packages.ffmpeg,
        "videos: --record, and Monitor in pong-pg run",
        module="imageio_ffmpeg",
    ),
    _package("matplotlib", "--plot", "pong-pg[plot]"),
    _package("tensorboard", "event files of training", "pong-pg[tensorboard]"),
    Check("compiler", _MACHINE, machine.compiler, "the speed of training: NumPy gives the same result"),
    Check("threads", _MACHINE, machine.threads, "one thread for each worker"),
    Check("cores", _MACHINE, machine.cores, "workers"),
    Check("memory", _MACHINE, machine.memory, "training"),
    Check("shared memory", _MACHINE, machine.shared_memory, "training with workers"),
    Check("ports", _MACHINE, machine.ports, "training with workers", required=True),
    Check("display", _MACHINE, machine.display, "the window of render() in pong-pg run"),
    Check("working directory", _PLACES, places.working_directory, "the default directory of runs, runs/"),
    Check("runs", _PLACES, places.runs, "pong-pg train without --run-dir", required=True),
    Check("temporary files", _PLACES, places.temporary, "training with workers", required=True),
    Check("cache", _PLACES, places.cache, "keeping what was compiled"),
)

# Done only where the user asks for it, since it takes much longer than the others.
START_RAY = Check("ray session", _PACKAGES, packages.ray_session, "training with workers", required=True, patience=4)


def check_named(name: str) -> Check:
    """Return a check by its name.

    Raises:
        KeyError: there is none of this name.
    """
    return {check.name: check for check in (*CHECKS, START_RAY)}[name]
