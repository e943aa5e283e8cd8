"""What is old in a script: the rows of all tables by the name that scripts use, and the rules that are not tables."""

from __future__ import annotations

from collections.abc import Iterable

from pong_pg.legacy.tables import atari, gym, numpy, python2, python3_library, ray, scipy

FIVE_VALUES = "obs, reward, terminated, truncated, info = env.step(action)"
TYPED_REMOTE = "@ray.remote([...], [...])"
ACTOR_CLASS = "@ray.actor class"
DIRECT_CALL = "a remote function called without .remote"

# Modules, whatever is imported from them; a module within one of them that has no row of its own is reported too.
MODULES = {
    **python3_library.MODULE_ADVICE,
    **python2.MODULE_ADVICE,
    **scipy.MODULES,
    **ray.MODULES,
    **atari.MODULES,
    **gym.GYM_MODULES,
    **gym.GYMNASIUM_MODULES,
}

_ROWS = {**numpy.NAMES, **scipy.NAMES, **scipy.PILLOW, **ray.NAMES, **gym.GYM_NAMES, **gym.GYMNASIUM_NAMES}
_ARGUMENT_ROWS = {
    f"{function}({name}=)": row
    for table in (numpy.ARGUMENTS, ray.ARGUMENTS, gym.ARGUMENTS)
    for function, arguments in table.items()
    for name, row in arguments.items()
}

# Names with what modern code says; and arguments such as "ray.init(redis_address=)".
NAMES = {**python3_library.NAME_ADVICE, **python2.NAME_ADVICE, **{name: row.modern for name, row in _ROWS.items()}}
ARGUMENTS = {argument: row.modern for argument, row in _ARGUMENT_ROWS.items()}


def _older_than(version: str) -> set[str]:
    names = {name for name, row in _ROWS.items() if row.older_than == version}
    return names | {argument for argument, row in _ARGUMENT_ROWS.items() if row.older_than == version}


def _all_forms(names: Iterable[str]) -> set[str]:
    return {old for name in names for old in (name, f"import {name}", f"from {name} import ...")}


# What is found only in scripts that are older than Ray 0.6.2, and what in scripts that are older than Ray 1.0.
BEFORE_RAY_1 = _older_than("1.0")
BEFORE_RAY_062 = {
    *_older_than("0.6.2"),
    ACTOR_CLASS,
    TYPED_REMOTE,
    DIRECT_CALL,
}

# What is found only in scripts that are older than gym 0.12.5 of May 2019, or much more likely in these.
BEFORE_GYM_0125 = {
    *BEFORE_RAY_062,
    *BEFORE_RAY_1,
    *_all_forms(gym.BEFORE_0125),
    *(f"def {name}" for name in gym.OVERRIDES),
    "env.monitor",
}

# What hardly any script after 2016 used.
OF_2016 = _all_forms(gym.OF_2016)


def modern_name(full_name: str) -> str:
    """Return what modern code says instead of a name such as "numpy.float"; "" where the name is not old."""
    return NAMES.get(full_name) or (MODULES.get(full_name, "") if "." in full_name else "")


def modern_module(module: str) -> str:
    """Return what modern code says instead of importing a module; "" where the module is not old."""
    while module:
        if module in MODULES:
            return MODULES[module]
        module = module.rpartition(".")[0]
    return ""


def modern_id(env_id: str) -> str:
    """Return how modern code makes an environment of an old id; "" where the id is not old."""
    return atari.modern_game(env_id) or gym.modern_environment(env_id)
