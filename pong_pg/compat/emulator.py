"""Load Pong in the Arcade Learning Environment, with whichever of its two Python bindings is installed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.compat._versions import atari_py_rom, installed_version, load_ale_py, load_atari_py, rom_path

RAM_BYTES = 128
# Writes the screen's palette indices into a (210, 160) uint8 array.
DrawPalette = Callable[[npt.NDArray[np.uint8]], Any]


class EmulatorUser:
    """One of those that use an emulator in turns.

    Attributes:
        state: what the emulator is to be in its next turn; None if it has had none.
    """

    state: Any = None


class _Emulator:
    """What both bindings have in common.

    Attributes:
        ale: the binding's `ALEInterface`.
        user: whose turn it is.
    """

    ale: Any

    def __init__(self) -> None:
        # Not an environment, which holds the emulator: the two would be freed by the garbage collector only.
        self.user = EmulatorUser()

    def switch_to(self, user: EmulatorUser) -> None:
        """Give a user its turn: keep the state of the last one, and restore its own."""
        if self.user is user:
            return
        self.user.state = self.ale.cloneState()
        if user.state is not None:
            self.ale.restoreState(user.state)
        self.user = user


class AlePy(_Emulator):
    """Pong on ale-py 0.8 to 0.12, which makes and fills its arrays in C++.

    Attributes:
        ale: the binding's `ALEInterface`; `act`, `game_over` and `reset_game` are called on it directly.
        actions: the arguments of `ale.act` for each of the six actions of Pong.
        binding: name and version of the package.
        draw_palette: the binding's `getScreen`.
    """

    may_be_shared = True

    def __init__(self) -> None:
        super().__init__()
        ale_py = load_ale_py()
        self.binding = f"ale-py {installed_version('ale-py')}"
        self.ale = ale_py.ALEInterface()
        # With sticky actions off Pong does not use the emulator's generator; its seed is fixed all the same.
        self.ale.setInt("random_seed", 0)
        self.ale.setFloat("repeat_action_probability", 0.0)
        self.ale.loadROM(rom_path("pong"))
        self.actions: list[Any] = list(self.ale.getMinimalActionSet())
        self.draw_palette: DrawPalette = self.ale.getScreen

    def rgb(self) -> Any:
        """Return the screen as a new (210, 160, 3) uint8 array."""
        return self.ale.getScreenRGB()

    def ram(self) -> Any:
        """Return the console's memory as a new (128,) uint8 array."""
        return self.ale.getRAM()


class AtariPy(_Emulator):
    """Pong on atari-py 0.2, the binding of gym up to 0.19: the same emulator, behind ctypes."""

    # A saved state is not freed with the object that holds it.
    may_be_shared = False

    def __init__(self) -> None:
        super().__init__()
        atari_py = load_atari_py()
        self.binding = f"atari-py {installed_version('atari-py')}"
        self.ale = atari_py.ALEInterface()
        self.ale.setInt(b"random_seed", 0)
        self.ale.setFloat(b"repeat_action_probability", 0.0)
        self.ale.loadROM(atari_py_rom("pong"))
        self.actions: list[Any] = [int(action) for action in self.ale.getMinimalActionSet()]
        self.draw_palette: DrawPalette = self.ale.getScreen

    def rgb(self) -> Any:
        """Return the screen as a new (210, 160, 3) uint8 array."""
        return self.ale.getScreenRGB2()

    def ram(self) -> Any:
        """Return the console's memory as a new (128,) uint8 array."""
        memory = np.empty(RAM_BYTES, np.uint8)
        self.ale.getRAM(memory)
        return memory


def pong_rom() -> str:
    """Return the path of the ROM of Pong in ale-py or, where only that is installed, in atari-py.

    Raises:
        MissingPackageError: neither is installed, or the installed one has no ROM of Pong.
    """
    return atari_py_rom("pong") if _only_atari_py() else rom_path("pong")


def _only_atari_py() -> bool:
    return installed_version("ale-py") is None and installed_version("atari-py") is not None


def load_pong() -> AlePy | AtariPy:
    """Load Pong on ale-py or, where only that is installed, on atari-py.

    Raises:
        MissingPackageError: neither is installed, or the installed one has no ROM of Pong.
    """
    return AtariPy() if _only_atari_py() else AlePy()
