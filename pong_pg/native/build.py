"""The C of this package: compiled where there is a compiler, once for each machine and user.

`forward.c` does one game's step in one call, a tenth faster for the whole of training than NumPy, which has to be asked
for many small things; `ppo/network.c` does the same for PPO, and its minibatches. Without a compiler NumPy does it: the
same bits. `PONG_PG_COMPILED=0` leaves it to NumPy, too.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import importlib.util
import os
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

Forward = Callable[[int], float]

_HERE = Path(__file__).parent
_SOURCES = (_HERE.parent / "reinforce" / "forward.c", _HERE.parent / "ppo" / "network.c")
_INCLUDED = (_HERE / "rows.h",)
# No -march: homes are shared by machines that differ. Without contraction, products are rounded as NumPy's are. Nobody
# asks what went wrong in a square root, and asking keeps it from being taken of several numbers at once.
_FLAGS = ("-std=c99", "-O3", "-ffp-contract=off", "-fno-math-errno", "-fPIC", "-shared")
_TIMEOUT = 60


class _NotCompiled(Exception):  # noqa: N818 - not an error: NumPy does it then
    """Says why."""


def library() -> ctypes.PyDLL | None:
    """Return all that is compiled; None where it can't be had."""
    return _loaded()[0]


@functools.cache
def forward() -> Forward | None:
    """Return the function of `forward.c`, which takes the address of a game; None where it can't be had."""
    loaded = library()
    if loaded is None:
        return None
    function = loaded.pong_pg_forward
    function.argtypes, function.restype = [ctypes.c_void_p], ctypes.c_double
    forward: Forward = function
    return forward


def about() -> str:
    """Return how the forward pass is done here, "compiled by cc" or "by NumPy" and why."""
    return _loaded()[1]


@functools.cache
def _loaded() -> tuple[ctypes.PyDLL | None, str]:
    try:
        path, compiler = _library()
        return _load(path), f"compiled by {compiler}"
    except _NotCompiled as reason:
        return None, f"by NumPy ({reason})"


def _load(path: Path) -> ctypes.PyDLL:
    try:
        # PyDLL keeps the interpreter's lock: the calls are shorter than to let go of it.
        loaded = ctypes.PyDLL(str(path))
        for name in ("pong_pg_forward", "pong_pg_ppo_adam"):
            getattr(loaded, name)
        for name in ("exp", "log"):
            # What PPO's functions take from the C library that Python uses.
            getattr(ctypes.CDLL(None), name)
    except (OSError, AttributeError) as error:
        raise _NotCompiled(f"{path} can't be loaded: {error}") from None
    return loaded


def _library() -> tuple[Path, str]:
    """Return where the compiled file is, compiled now unless it was before, and who compiled it.

    Raises:
        _NotCompiled: it is not to be, or can't be.
    """
    if os.environ.get("PONG_PG_COMPILED") == "0":
        raise _NotCompiled("PONG_PG_COMPILED is 0")
    compiler = _compiler()
    command = [*compiler, *_FLAGS]
    told = "\n".join([*command, platform.machine(), sys.platform]).encode()
    read = b"".join(path.read_bytes() for path in (*_SOURCES, *_INCLUDED))
    library = _folder() / f"kernels-{hashlib.sha256(told + read).hexdigest()[:16]}.so"
    name = " ".join(Path(word).name for word in compiler[-2:] if word not in ("-m", sys.executable))
    if library.exists():
        return library, name
    try:
        library.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=library.parent) as folder:
            made = Path(folder) / library.name
            _run([*command, "-o", str(made), *map(str, _SOURCES), "-lm"], name)
            # Whole or not at all: others may be about to load it.
            made.replace(library)
    except OSError as error:
        raise _NotCompiled(f"{library.parent} can't be written: {error.strerror}") from None
    return library, name


def _run(command: list[str], name: str) -> None:
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=_TIMEOUT)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise _NotCompiled(f"{name} can't be run: {getattr(error, 'strerror', None) or 'it takes too long'}") from None
    if done.returncode:
        said = done.stderr.strip().splitlines()
        raise _NotCompiled(f"{name} failed: {said[0] if said else f'status {done.returncode}'}")
    if not Path(command[command.index("-o") + 1]).exists():
        raise _NotCompiled(f"{name} failed: it compiled nothing")


def _compiler() -> list[str]:
    if given := os.environ.get("CC", "").strip():
        try:
            return shlex.split(given)
        except ValueError as error:
            raise _NotCompiled(f"CC is not a command: {error}") from None
    for name in ("cc", "gcc", "clang"):
        if found := shutil.which(name):
            return [found]
    if importlib.util.find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang", "cc"]
    raise _NotCompiled("no C compiler; one comes with  pip install 'pong-pg[compiled]'")


def _folder() -> Path:
    cache = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(cache) if cache else Path.home() / ".cache") / "pong_pg"
    except RuntimeError:
        raise _NotCompiled("there is no home directory to keep it in: set XDG_CACHE_HOME") from None
