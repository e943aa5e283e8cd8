"""Python imports this before a script whose output is compared; it seeds what the script does not seed itself.

The folder is on the path of the old script, of the new one, and of their Ray workers. What is seeded from the operating
system's random numbers gets the same seed each time, so that it does not matter how often that happens: generators of
NumPy, and with them the environments of Gymnasium and ale-py.
"""

from __future__ import annotations

import importlib.machinery
import os
import random
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

_SEED = int(os.environ.get("PONG_PG_CHECK_SEED", "0"))


def _seed_numpy(module: Any) -> None:
    module.bit_generator.randbits = lambda bits: _SEED % 2**bits
    module.seed(_SEED)


def _seed_random(module: Any) -> None:
    module.seed(_SEED)


def _let_todays_emulator_play(module: Any) -> None:
    """Let old Atari games that are not seeded be those of today's emulator, as they are in the new script.

    A game that is seeded is that of then, from the first `seed(n)` on.
    """
    game = module.AtariEnv
    make, seed, as_then = game.__init__, game.seed, module._AS_THEN

    def make_todays(self: Any, *positional: Any, **named: Any) -> None:
        self._made_with = positional, named
        module._AS_THEN = ()
        try:
            make(self, *positional, **named)
        finally:
            module._AS_THEN = as_then
        # Today's generator, too, for the frames of a step.
        game._native.seed_game(self)

    def seed_as_then(self: Any, number: Any = None) -> Any:
        made_with = vars(self).pop("_made_with", None) if number is not None else None
        if made_with is not None:
            make(self, *made_with[0], **made_with[1])
        return seed(self, number)

    game.__init__, game.seed = make_todays, seed_as_then


class _Seeding:
    """Finds some modules for the import system, and seeds them when they are imported."""

    def __init__(self) -> None:
        shims = "pong_pg.legacy.shims"
        self._waiting = {
            "numpy.random": _seed_numpy,
            # What an old script of Python 2 gets for `random`, and for the games of `gym`.
            f"{shims}.python2.random": _seed_random,
            f"{shims}.gym.envs.atari": _let_todays_emulator_play,
        }

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return where a module is, if it is one of these."""
        seed = self._waiting.pop(name, None)
        if seed is None:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is None or spec.loader is None:
            return spec
        execute = spec.loader.exec_module

        def execute_and_seed(module: ModuleType) -> None:
            execute(module)
            seed(module)

        spec.loader.exec_module = execute_and_seed  # type: ignore[method-assign]
        return spec


if _SEED:
    random.seed(_SEED)
    sys.meta_path.insert(0, _Seeding())
if os.environ.get("PONG_PG_CHECK_WITHOUT_PACKAGE"):
    # The new script is to run without this package, wherever that is installed.
    sys.modules["pong_pg"] = None  # type: ignore[assignment]  # makes importing it fail
