"""The console in C, for Python."""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.atari2600.palette import GRAY, RGB
from pong_pg.atari2600.rom import ENTRIES, UnavailableError, find_rom, read_rom
from pong_pg.atari2600.translate import Program
from pong_pg.native.build import Library
from pong_pg.native.structs import Functions

WIDTH, HEIGHT, RAM_BYTES = 160, 210, 128
MODES, DIFFICULTIES = (0, 1), (0, 1, 2, 3)
_HERE = Path(__file__).parent
_POINTER, _INT, _SIZE = ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t
# Arguments and result of each function of console.c.
_FUNCTIONS: Functions = {
    "console_bytes": ([], _SIZE),
    "console_interpret": ([_POINTER, _INT], None),
    "console_reset": ([_POINTER, _INT, _INT], None),
    "console_play": ([_POINTER, ctypes.c_char_p, _INT], _INT),
    "console_repeat": ([_POINTER, _INT, _INT], _INT),
    "console_step": ([_POINTER, ctypes.c_char_p, _INT, *[_POINTER] * 2], _INT),
    "console_rgb": ([_POINTER, _POINTER, _POINTER], None),
    "console_sample": ([_POINTER, _POINTER, _INT, _INT, _INT, _POINTER], None),
    "console_ram": ([_POINTER, _POINTER], None),
    "console_set_ram": ([_POINTER, _INT, _INT], None),
    "console_save": ([_POINTER, _POINTER], _SIZE),
    "console_restore": ([_POINTER, ctypes.c_char_p, _SIZE], _INT),
    "vector_begin": ([_POINTER, _POINTER, _INT, _POINTER], None),
    "vector_step": ([_POINTER, _INT, *[_POINTER] * 2, _INT, _POINTER, _INT, *[_POINTER] * 4], None),
}


@functools.cache
def _library(path: Path) -> Library:
    return Library(
        _HERE / "console.c",
        functions=_FUNCTIONS,
        header=lambda: Program(read_rom(path), ENTRIES).header(),
        header_inputs=(path, _HERE / "translate.py", _HERE / "instructions.py", _HERE / "rom.py"),
    )


def load(rom: Path | None = None, *, keeps_lock: bool = True) -> ctypes.CDLL:
    """Return the console as a library, compiled now unless it was before.

    Args:
        rom: the ROM of Pong; None for the one that the installed ale-py has.
        keeps_lock: see `Library.load`.

    Raises:
        UnavailableError: there is no such ROM, or no compiler.
    """
    path = (rom or find_rom()).resolve()
    read_rom(path)
    library = _library(path)
    # Other processes, such as Ray's workers, may want to compile the same at the same time.
    with (_HERE / "console.c").open() as lock:
        # Some network file systems have no locks; several processes then compile the same.
        with contextlib.suppress(OSError):
            fcntl.flock(lock, fcntl.LOCK_EX)
        loaded = library.load(keeps_lock=keeps_lock)
    if loaded is None:
        raise UnavailableError(library.reason)
    return loaded


def color_table(table: npt.NDArray[Any]) -> npt.NDArray[np.uint32]:
    """Return a table as the functions of C take it.

    Args:
        table: by palette index, (256,) elements or (256, 3) colours of one byte each.
    """
    bytes_of = np.ascontiguousarray(table).view(np.uint8).reshape(256, -1)
    padded = np.zeros((256, 4), np.uint8)
    padded[:, : bytes_of.shape[1]] = bytes_of
    return padded.view(np.uint32).reshape(256)


_RGB, _GRAY, _INDICES = color_table(RGB), color_table(GRAY), color_table(np.arange(256, dtype=np.uint8))
_RGB_AT, _GRAY_AT, _INDICES_AT = (table.ctypes.data for table in (_RGB, _GRAY, _INDICES))
_RGB_SHAPE = (HEIGHT, WIDTH, 3)
# Looked up once, for `step`, in which they would take as long as much of the drawing.
_empty, _uint8 = np.empty, np.uint8
_addressof, _byte_of = ctypes.addressof, ctypes.c_uint8.from_buffer


class _Head(ctypes.Structure):
    """How the struct of the console begins; see console.h."""

    _fields_ = (
        ("version", ctypes.c_uint32),
        ("size", ctypes.c_uint32),
        ("frames", ctypes.c_uint32),
        ("is_over", ctypes.c_uint32),
    )


class Console:
    """An Atari 2600 with Pong in it, at the beginning of a game.

    Actions are the 18 of the Arcade Learning Environment, by their numbers there.

    Args:
        rom: the ROM of Pong; None for the one that the installed ale-py has.

    Attributes:
        address: where the console is in memory, for functions of C.
        repeat: plays frames with the same action, and returns the points won less the points lost; its arguments are
            the action and the number of frames.

    Raises:
        UnavailableError: there is no such ROM, or no compiler.
    """

    def __init__(self, rom: Path | None = None) -> None:
        self._c = library = load(rom)
        self._memory = ctypes.create_string_buffer(self._c.console_bytes())
        self.address = ctypes.addressof(self._memory)
        self.repeat: Callable[[int, int], int] = functools.partial(library.console_repeat, self.address)
        self._head = _Head.from_buffer(self._memory)
        self._step = library.console_step
        # How games begin, by mode and difficulty: running the program up to there takes a hundred times as long.
        self._beginnings: dict[tuple[int, int], bytes] = {}
        self.reset()

    def reset(self, mode: int = 0, difficulty: int = 0) -> None:
        """Begin a game.

        Args:
            mode: 0, or 1 for the game that the console's manual has after the first one.
            difficulty: 0 to 3, a bit for each of the two difficulty switches.

        Raises:
            ValueError: there is no such mode or difficulty.
        """
        beginning = self._beginnings.get((mode, difficulty))
        if beginning is not None:
            self.restore(beginning)
            return
        if mode not in MODES or difficulty not in DIFFICULTIES:
            raise ValueError(f"mode must be 0 or 1, and difficulty 0 to 3; got {mode!r} and {difficulty!r}")
        self._c.console_reset(self.address, mode, difficulty)
        self._beginnings[mode, difficulty] = self.save()

    def interpret(self, is_interpreted: bool) -> None:
        """Interpret all instructions from now on, or use the translation again; interpreting is slower."""
        self._c.console_interpret(self.address, is_interpreted)

    def addresses(self) -> dict[str, int]:
        """Return where the console, its functions and whether a game is over are in memory, for functions of C."""
        functions = {"play": "console_play", "restore": "console_restore", "draw": "console_sample"}
        found = {name: ctypes.cast(getattr(self._c, of), _POINTER).value or 0 for name, of in functions.items()}
        return {"console": self.address, "is_over": self.address + _Head.is_over.offset, **found}

    @property
    def is_over(self) -> bool:
        """Whether a side has 21 points."""
        return bool(self._head.is_over)

    @property
    def frames(self) -> int:
        """The frames of the game so far."""
        frames: int = self._head.frames
        return frames

    def play(self, actions: bytes) -> int:
        """Play one frame for each action; return the points won less the points lost.

        Args:
            actions: a byte for each. After the end of the game nothing happens.
        """
        return int(self._c.console_play(self.address, actions, len(actions)))

    def step(self, actions: bytes) -> tuple[npt.NDArray[np.uint8], int, int]:
        """Play one frame for each action; return the last one in colours, as a new array, reward and `is_over`."""
        screen = _empty(_RGB_SHAPE, _uint8)
        # The quickest way to the address of a new array.
        at = _addressof(_byte_of(screen))  # type: ignore[arg-type]  # NumPy's types don't say so
        reward = self._step(self.address, actions, len(actions), _RGB_AT, at)
        return screen, reward, self._head.is_over

    def ram(self, memory: npt.NDArray[np.uint8] | None = None) -> npt.NDArray[np.uint8]:
        """Return the console's memory as a (128,) uint8 array, a new one or `memory`."""
        memory = np.empty(RAM_BYTES, np.uint8) if memory is None else memory
        self._c.console_ram(self.address, _address_of(memory, (RAM_BYTES,)))
        return memory

    def set_ram(self, index: int, value: int) -> None:
        """Change a byte of the console's memory."""
        self._c.console_set_ram(self.address, index, value)

    def palette(self, screen: npt.NDArray[np.uint8] | None = None) -> npt.NDArray[np.uint8]:
        """Return the last frame as palette indices.

        Args:
            screen: (210, 160) uint8 array to overwrite and to return; None for a new one.
        """
        return self._sample(_INDICES_AT, screen)

    def rgb(self, screen: npt.NDArray[np.uint8] | None = None) -> npt.NDArray[np.uint8]:
        """Return the last frame in colours, (210, 160, 3) uint8; for `screen` see `palette`."""
        screen = np.empty(_RGB_SHAPE, np.uint8) if screen is None else screen
        self._c.console_rgb(self.address, _RGB_AT, _address_of(screen, _RGB_SHAPE))
        return screen

    def gray(self, screen: npt.NDArray[np.uint8] | None = None) -> npt.NDArray[np.uint8]:
        """Return the last frame in shades of grey, (210, 160) uint8; for `screen` see `palette`."""
        return self._sample(_GRAY_AT, screen)

    def _sample(self, table: int, screen: npt.NDArray[np.uint8] | None) -> npt.NDArray[np.uint8]:
        screen = np.empty((HEIGHT, WIDTH), np.uint8) if screen is None else screen
        self._c.console_sample(self.address, table, 0, HEIGHT, 1, _address_of(screen, (HEIGHT, WIDTH)))
        return screen

    def save(self) -> bytes:
        """Return the state, with the last frame's picture, as bytes for `restore`."""
        state = ctypes.create_string_buffer(len(self._memory))
        used = self._c.console_save(self.address, ctypes.addressof(state))
        return ctypes.string_at(state, used)

    def restore(self, state: bytes) -> None:
        """Go back to a state that any console saved.

        Raises:
            ValueError: the bytes are not a state of this version of the console.
        """
        if not self._c.console_restore(self.address, state, len(state)):
            raise ValueError(f"these {len(state)} bytes are not a state of this version of the console")


def _address_of(screen: npt.NDArray[np.uint8], shape: tuple[int, ...]) -> int:
    try:
        if screen.shape == shape and screen.dtype == _uint8:
            # The array's own `ctypes.data` would take as long as half of the drawing.
            return _addressof(_byte_of(screen))  # type: ignore[arg-type]  # NumPy's types don't say so
    except TypeError:  # it can't be written to, or is not in C order
        pass
    raise ValueError(
        f"an array must be of uint8, writeable, in C order and of shape {shape}; got {screen.dtype} of {screen.shape}"
    )
