"""Finds the ROM of Pong, which belongs to neither this package nor its repository."""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path

_SHA256 = "41623e3c26148f96cbe77d56512845d224a63c8fe5bf90e38527155e39ec96d3"
# Instructions that the program reaches by computed jumps only, so that following it does not find them.
ENTRIES = (0xF19E, 0xF386, 0xF3F5)


class UnavailableError(Exception):
    """The console can't be had on this machine, such as without its ROM; the message is the reason."""


def find_rom() -> Path:
    """Return the path of the ROM of Pong in the installed ale-py.

    Raises:
        UnavailableError: it is not there.
    """
    package = importlib.util.find_spec("ale_py")
    for folder in (package and package.submodule_search_locations) or ():
        found = Path(folder) / "roms" / "pong.bin"
        if found.exists():
            return found
    raise UnavailableError("no ROM of Pong: there is one in ale-py 0.9 and newer")


def read_rom(path: Path) -> bytes:
    """Return the 2,048 bytes of the ROM of Pong.

    Raises:
        UnavailableError: the file can't be read, or is not the ROM that the console is made for.
    """
    try:
        rom = path.read_bytes()
    except OSError as error:
        raise UnavailableError(f"{path} can't be read: {error.strerror}") from None
    if hashlib.sha256(rom).hexdigest() != _SHA256:
        raise UnavailableError(f"{path} is not the Pong that the console is made for")
    return rom
