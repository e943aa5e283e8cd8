"""Compiles the C files of this package when they are first needed, once for each machine and user.

An algorithm names its C file in a `Library`. Where the file can't be compiled or loaded, `Library.load` returns None,
and NumPy does the work, slower. `PONG_PG_COMPILED=0` in the environment leaves everything to NumPy, too.
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
import stat
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import platformdirs

from pong_pg.native.structs import Functions, declare

# Where the headers are that C files include, beside those of their own folder.
_PACKAGE = Path(__file__).parents[1]
# No -march: homes are shared by machines that differ. Without contraction, products are rounded as NumPy's are. Nobody
# reads the errno of a square root, and setting it keeps the compiler from taking several roots at once.
_FLAGS = ("-std=c99", "-O3", "-ffp-contract=off", "-fno-math-errno", "-fPIC", "-shared")
# Seconds that a compiler may take.
_TIMEOUT = 60


class _Unavailable(Exception):  # noqa: N818 - not an error: NumPy is used instead
    """The library can't be had; the message is the reason."""


class Library:
    """A C file of this package as a shared library, compiled and loaded by the first call of `load`.

    Args:
        source: the C file.
        functions: its functions that Python calls; a library without one of them is not used.
        header: returns the text of program.h, which the C file includes; it is deleted after compiling.
        header_inputs: files that the header depends on.

    Attributes:
        source: the C file.
        functions: as given.
    """

    def __init__(
        self,
        source: Path,
        *,
        functions: Functions,
        header: Callable[[], str] | None = None,
        header_inputs: Sequence[Path] = (),
    ) -> None:
        self.source, self.functions = source, functions
        self._header, self._header_inputs = header, tuple(header_inputs)

    def load(self, *, keeps_lock: bool = False) -> ctypes.CDLL | None:
        """Return the library, compiled now unless it was before; None where NumPy has to do its work.

        Args:
            keeps_lock: no other thread of Python runs during a call, which makes a short one faster.
        """
        loaded, _ = self._outcome
        return None if loaded is None else loaded[keeps_lock]

    @property
    def reason(self) -> str:
        """Why there is no library; empty where there is one."""
        loaded, about = self._outcome
        return about if loaded is None else ""

    def about(self) -> str:
        """Return which backend does the work: "compiled by cc", or "by NumPy (...)" with the reason."""
        loaded, about = self._outcome
        return about if loaded is not None else f"by NumPy ({about})"

    @functools.cached_property
    def _outcome(self) -> tuple[tuple[ctypes.CDLL, ctypes.PyDLL] | None, str]:
        try:
            compiler = _compiler()
            name = " ".join(Path(word).name for word in compiler[-2:] if word not in ("-m", sys.executable))
            path = self._compiled(compiler, name)
            try:
                loaded = self._declared(path)
            except _Unavailable:
                # Such as one that a crash has cut short.
                loaded = self._declared(self._compiled(compiler, name, anew=True))
        except _Unavailable as reason:
            return None, str(reason)
        return loaded, f"compiled by {name}"

    def _declared(self, path: Path) -> tuple[ctypes.CDLL, ctypes.PyDLL]:
        try:
            loaded = ctypes.CDLL(str(path)), ctypes.PyDLL(str(path))
            for library in loaded:
                declare(library, self.functions)
        except (OSError, AttributeError) as error:
            raise _Unavailable(f"{path} can't be loaded: {error}") from None
        return loaded

    def _place(self, compiler: list[str]) -> Path:
        """Return where the library is or will be."""
        # A home may be shared by machines whose C libraries differ: glibc of several versions, musl.
        system = [platform.machine(), sys.platform, *platform.libc_ver(), sysconfig.get_config_var("SOABI") or ""]
        key = hashlib.sha256("\n".join([*compiler, *_FLAGS, *system]).encode())
        headers = {*self.source.parent.glob("*.h"), *_PACKAGE.glob("*/*.h")}
        for path in (self.source, *sorted(headers), *self._header_inputs):
            key.update(path.read_bytes())
        return _cache_folder() / f"{self.source.stem}-{key.hexdigest()[:16]}.so"

    def _compiled(self, compiler: list[str], name: str, *, anew: bool = False) -> Path:
        """Return the library, compiled now unless it was before; with `anew`, also if it was.

        Raises:
            _Unavailable: it can't be compiled, or others could have changed it.
        """
        library = self._place(compiler)
        try:
            library.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _check_only_ours(library.parent)
            if library.exists() and not anew:
                _check_only_ours(library)
                return library
            with tempfile.TemporaryDirectory(dir=library.parent) as folder:
                made = Path(folder) / library.name
                if self._header is not None:
                    (Path(folder) / "program.h").write_text(self._header())
                include = ("-I", folder, "-I", str(self.source.parent))
                _run([*compiler, *_FLAGS, *include, "-o", str(made), str(self.source), "-lm"], name)
                # Whole or not at all: another process may be about to load it.
                made.chmod(0o600)
                made.replace(library)
        except OSError as error:
            raise _Unavailable(f"{library.parent} can't be written: {error.strerror}") from None
        return library


def _check_only_ours(path: Path) -> None:
    """Make sure that nobody else can have changed a file or folder, or can exchange it: what is in it is executed.

    Its owner must be this user, and no one else may write to it. Every folder above must belong to this user or to
    root, and be writable for nobody else either; but in a folder with the sticky bit, such as /tmp, others may make
    files, and can't exchange this one. Symbolic links are followed, so this holds for where the file really is.

    Raises:
        _Unavailable: others can.
    """
    real = path.resolve(strict=True)
    for place in (real, *real.parents):
        found = place.stat()
        is_own = found.st_uid == os.geteuid() or (place != real and found.st_uid == 0)
        is_shared = found.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and not (
            place != real and found.st_mode & stat.S_ISVTX
        )
        if not is_own:
            raise _Unavailable(f"{place} belongs to another user, who could have changed what is compiled there")
        if is_shared:
            raise _Unavailable(f"others can write to {place}: run  chmod go-w {place}")


def _run(command: list[str], name: str) -> None:
    # Python imports modules from the working directory first, which may hold what others have written.
    directory = Path(sys.executable).anchor if command[0] == sys.executable else None
    try:
        done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=_TIMEOUT, cwd=directory)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise _Unavailable(f"{name} can't be run: {getattr(error, 'strerror', None) or 'it takes too long'}") from None
    if done.returncode:
        errors = done.stderr.strip().splitlines()
        raise _Unavailable(f"{name} failed: {errors[0] if errors else f'status {done.returncode}'}")
    if not Path(command[command.index("-o") + 1]).exists():
        raise _Unavailable(f"{name} failed: it compiled nothing")


def _compiler() -> list[str]:
    if os.environ.get("PONG_PG_COMPILED") == "0":
        raise _Unavailable("PONG_PG_COMPILED is 0")
    if given := os.environ.get("CC", "").strip():
        try:
            return shlex.split(given)
        except ValueError as error:
            raise _Unavailable(f"CC is not a command: {error}") from None
    for name in ("cc", "gcc", "clang"):
        if found := shutil.which(name):
            if platform.system() == "Darwin" and found == f"/usr/bin/{name}":
                # Without Apple's command line tools, it opens a dialog; `xcode-select -p` opens none.
                command = ["/usr/bin/xcode-select", "-p"]
                if subprocess.run(command, check=False, capture_output=True, timeout=_TIMEOUT).returncode:
                    continue
            return [found]
    if importlib.util.find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang", "cc"]
    raise _Unavailable("no C compiler; one comes with  pip install ziglang")


def _cache_folder() -> Path:
    """Return the user's own folder for the libraries, which are executed: `~/.cache/pong_pg` on Linux."""
    # Without a home directory, some versions of platformdirs raise, and others leave the `~` as it is.
    try:
        folder = platformdirs.user_cache_path("pong_pg", appauthor=False)
    except RuntimeError:
        folder = Path()
    if not folder.is_absolute():
        raise _Unavailable("there is no home directory to keep it in: set XDG_CACHE_HOME to an absolute path")
    return folder
