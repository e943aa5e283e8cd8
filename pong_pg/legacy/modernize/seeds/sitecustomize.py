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

_SEED = int(os.environ["PONG_PG_CHECK_SEED"])


class _SeededNumPy:
    """Finds `numpy.random` for the import system, and seeds it when it is imported."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, _target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return where a module is, if it is this one."""
        if name != "numpy.random":
            return None
        sys.meta_path.remove(self)
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        if spec is None or spec.loader is None:
            return spec
        execute = spec.loader.exec_module

        def execute_and_seed(module: ModuleType) -> None:
            execute(module)
            module.bit_generator.randbits = lambda bits: _SEED % 2**bits
            module.seed(_SEED)

        spec.loader.exec_module = execute_and_seed  # type: ignore[method-assign]
        return spec


random.seed(_SEED)
sys.meta_path.insert(0, _SeededNumPy())
if os.environ.get("PONG_PG_CHECK_WITHOUT_PACKAGE"):
    # The new script is to run without this package, wherever that is installed.
    sys.modules["pong_pg"] = None  # type: ignore[assignment]  # makes importing it fail
