"""Disables NumPy's SIMD code, so that old programs get the results of the NumPy of their time.

NumPy has several versions of many functions, each for processors with certain instructions (AVX2, AVX-512), and
dispatches to the fastest that the processor can run. From 1.25 on, some of them give other results than the NumPy of
2016 to 2021:

- `argsort` and `argpartition` order equal elements differently if there are more than 16. A program that keeps the best
  of a population then keeps other members where returns are equal, as those of CartPole are.
- `exp`, `log`, `tanh`, `pow` and similar functions differ in the last digit.

NumPy's baseline code still orders ties as it did, and calls the C library for `exp` and similar functions; its results
do not depend on the processor. NumPy decides once, when it is imported, so this has to run before. Nothing here may
import NumPy.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Any

from pong_pg.legacy.runtime.notes import say_once

# What NumPy reads. It does not load where both are set to something.
ENABLE, DISABLE = "NPY_ENABLE_CPU_FEATURES", "NPY_DISABLE_CPU_FEATURES"
# A list without a name. The names of features differ between versions of NumPy and between its builds: it warns of some
# that it does not know or the processor does not have, and fails for others; so none is named here. NumPy before 1.25
# does not read this variable. It sorts as then, too.
_NONE = ","


def use_baseline() -> None:
    """Have NumPy use its baseline where this process and its children will import it, unless the user has chosen.

    Where this process has imported NumPy before, it is too late, and its children compute as it does.
    """
    if not _features_in_use():
        os.environ.update(baseline(os.environ))


def baseline(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that are to be added to an environment for that; none where it has one of them.

    A user keeps NumPy's fastest code by `NPY_DISABLE_CPU_FEATURES=`, an empty value, which NumPy takes as none.
    """
    return {} if ENABLE in environment or DISABLE in environment else {ENABLE: _NONE}


def of_workers(theirs: Mapping[str, str]) -> dict[str, str]:
    """Return the variables by which workers on other machines use what this process does.

    Args:
        theirs: the variables that the script gives its workers; what it chooses there remains.
    """
    chosen = theirs if ENABLE in theirs or DISABLE in theirs else os.environ
    # Both, because that machine may have another choice in its environment.
    return {name: chosen.get(name, "") for name in (ENABLE, DISABLE)}


def say_if_not_used() -> None:
    """Say so if NumPy is not used by its baseline though the user has chosen nothing else: it was imported before."""
    if (baseline(os.environ) or os.environ.get(ENABLE) == _NONE) and _features_in_use():
        say_once(
            "NumPy was imported with its SIMD code, so argsort may order equal elements differently from old versions, "
            f"and last digits may differ; start Python with  {ENABLE}={_NONE}  in its environment, or load pong_pg "
            "before anything imports NumPy"
        )


def _features_in_use() -> list[str]:
    """Return the features beyond its baseline that the loaded NumPy uses; none before 1.25, which sorts as then."""
    numpy: Any = sys.modules.get("numpy")
    if numpy is None or [int(number) for number in numpy.__version__.split(".")[:2]] < [1, 25]:
        return []
    core: Any = sys.modules.get("numpy._core._multiarray_umath") or sys.modules["numpy.core._multiarray_umath"]
    return [name for name in core.__cpu_dispatch__ if core.__cpu_features__[name]]
