"""The registered algorithms, by name. Adding one means a folder of its own and one line here."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import sys

from pong_pg.errors import ArgumentError, ConfigError, check_argument

# Each module has an `ALGORITHM`, an instance of `pong_pg.algorithm.Algorithm`. They are named, not imported: what only
# reads a configuration needs neither of them, and a module registered here may import everything below it.
_MODULES = {
    "reinforce": "pong_pg.reinforce.algorithm",
    "ppo": "pong_pg.ppo.algorithm",
}


def algorithm_names() -> tuple[str, ...]:
    """Return the names of the registered algorithms; the first is the default."""
    return tuple(_MODULES)


def register(name: str, module: str) -> None:
    """Register an algorithm of your own for this process, so that `train`, `load` and `resume` find it.

    Args:
        name: what `algorithm=` and ``--algorithm`` call it.
        module: an importable module whose attribute `ALGORITHM` is an instance of `pong_pg.algorithm.Algorithm`.

    Raises:
        ArgumentError: there is no such module, or another one is registered under that name.
    """
    check_argument(isinstance(name, str) and name != "", "name", "must be a non-empty string", name)
    if _MODULES.get(name, module) != module:
        raise ArgumentError(f"algorithm {name!r} is registered already, as {_MODULES[name]}; choose another name")
    check_argument(
        isinstance(module, str) and _exists(module),
        "module",
        "must be the name of a module that can be imported, with its folder on sys.path",
        module,
    )
    _MODULES[name] = module


def _exists(module: str) -> bool:
    # It may be the module that is being imported just now, or __main__.
    if module in sys.modules:
        return True
    with contextlib.suppress(ImportError, ValueError):
        return importlib.util.find_spec(module) is not None
    return False


def load_algorithm(name: str) -> object:
    """Import an algorithm's module and return its `ALGORITHM`; see `pong_pg.algorithm.algorithm` for the typed form.

    Raises:
        ConfigError: no algorithm of that name is registered, or its module has no `ALGORITHM`.
    """
    if name not in _MODULES:
        raise ConfigError("algorithm", f"must be one of {', '.join(_MODULES)}; got {name!r}")
    module = importlib.import_module(_MODULES[name])
    if not hasattr(module, "ALGORITHM"):
        raise ConfigError(
            "algorithm", f"{name!r} is registered as {_MODULES[name]}, which has no ALGORITHM: define it in that module"
        )
    found: object = module.ALGORITHM
    return found
