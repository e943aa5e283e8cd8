"""The registered algorithms, by name. Adding one means a folder of its own and one line here."""

from __future__ import annotations

import importlib

from pong_pg.errors import ConfigError

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
        ValueError: another module is registered under that name.
    """
    if _MODULES.setdefault(name, module) != module:
        raise ValueError(f"algorithm {name!r} is registered already, as {_MODULES[name]}; choose another name")


def load_algorithm(name: str) -> object:
    """Import an algorithm's module and return its `ALGORITHM`; see `pong_pg.algorithm.algorithm` for the typed form.

    Raises:
        ConfigError: no algorithm of that name is registered.
    """
    if name not in _MODULES:
        raise ConfigError("algorithm", f"must be one of {', '.join(_MODULES)}; got {name!r}")
    found: object = importlib.import_module(_MODULES[name]).ALGORITHM
    return found
