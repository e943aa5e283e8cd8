"""The registered algorithms, and configurations, by name.

Adding an algorithm means a folder of its own and one line here.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

from pong_pg.algorithm import Algorithm
from pong_pg.config import TrainConfig
from pong_pg.errors import ArgumentError, ConfigError, check_argument, did_you_mean
from pong_pg.settings import settings_of

# Each module has an `ALGORITHM`, an instance of `pong_pg.algorithm.Algorithm`. They are imported when they are needed.
# The first is the default.
_MODULES = {
    "ppo": "pong_pg.ppo.algorithm",
    "reinforce": "pong_pg.reinforce.algorithm",
}

# What `--preset` names: settings that belong together. The first of an algorithm is its default.
PRESETS: dict[str, dict[str, Any]] = {
    # These end where the learning rate has been annealed to 0.
    "fast": {"algorithm": "ppo", "total_timesteps": 3_000_000, "n_eval_episodes": 10},
    # A wider network, which learns for longer.
    "best": {
        "algorithm": "ppo",
        "hidden": 256,
        "final_n_steps": 512,
        "entropy_anneal_steps": 18_000_000,
        "anneal_steps": 30_000_000,
        "total_timesteps": 30_000_000,
        "n_eval_episodes": 50,
    },
    "reference": {"algorithm": "reinforce"},
}


def register(name: str, module: str) -> None:
    """Register an algorithm of your own for this process, so that `train`, `load` and `resume` find it.

    Args:
        name: what `algorithm=` and ``--algorithm`` call it.
        module: an importable module whose attribute `ALGORITHM` is an instance of `pong_pg.algorithm.Algorithm`.

    Raises:
        ArgumentError: an argument is no name, or another module is registered under that one.
    """
    check_argument(isinstance(name, str) and name != "", "name", "must be a non-empty string", name)
    check_argument(isinstance(module, str) and module != "", "module", "must be the name of a module", module)
    if _MODULES.setdefault(name, module) != module:
        raise ArgumentError(f"algorithm {name!r} is registered already, as {_MODULES[name]}; choose another name")


def algorithm(name: str) -> Algorithm[Any, Any, Any]:
    """Return a registered algorithm.

    Raises:
        ConfigError: no algorithm of that name is registered, or its module can't be imported or has no `ALGORITHM`.
        ArgumentError: what is registered under that name is not an algorithm.
    """
    if name not in _MODULES:
        raise ConfigError("algorithm", f"must be one of {', '.join(_MODULES)}; got {name!r}")
    try:
        found: Algorithm[Any, Any, Any] = importlib.import_module(_MODULES[name]).ALGORITHM
    except (ImportError, AttributeError) as error:
        raise ConfigError(
            "algorithm",
            f"{name!r} is registered as {_MODULES[name]}, which can't be used ({error}): define ALGORITHM there",
        ) from error
    check_argument(isinstance(found, Algorithm), f"ALGORITHM of {_MODULES[name]}", "must be an Algorithm", found)
    return found


def algorithms() -> dict[str, Algorithm[Any, Any, Any]]:
    """Return the registered algorithms by name."""
    return {name: algorithm(name) for name in _MODULES}


def config_types() -> dict[str, type[TrainConfig]]:
    """Return the configuration classes of all algorithms, by name."""
    return {name: found.config_type for name, found in algorithms().items()}


def make_config(settings: Mapping[str, Any]) -> TrainConfig:
    """Return the configuration of the algorithm that the settings name, or of the default one.

    Raises:
        ConfigError: a setting is unknown or out of range, or belongs to another algorithm.
    """
    config_type: type[TrainConfig] = algorithm(settings.get("algorithm", next(iter(_MODULES)))).config_type
    check_names(config_type, settings)
    return config_type(**settings)


def config_from_dict(values: Mapping[str, Any]) -> TrainConfig:
    """Return the configuration that `TrainConfig.to_dict` wrote.

    `env_factory`, which config.json records beside the settings, is left out.

    Raises:
        ConfigError: a setting is unknown or out of range.
        TypeError: it is no mapping.
    """
    if not isinstance(values, Mapping):
        raise TypeError(f"a configuration must be a mapping; got {type(values).__name__}")
    return make_config({name: value for name, value in values.items() if name != "env_factory"})


def check_names(config_type: type[TrainConfig], settings: Mapping[str, Any]) -> None:
    """Make sure that an algorithm has these settings.

    Raises:
        ConfigError: it has not; the message names the algorithm that has it, or the nearest name.
    """
    known = settings_of(config_type)
    of_all = {other: settings_of(its_type) for other, its_type in config_types().items()}
    for name, value in settings.items():
        if name in known:
            continue
        others = [other for other, its_settings in of_all.items() if name in its_settings]
        if others:
            raise ConfigError(
                name,
                f"belongs to algorithm {' and '.join(others)}, not to {known['algorithm'][1]}; got {value!r}: leave it "
                "out, or choose that algorithm",
            )
        raise ConfigError(name, "is not a setting of pong_pg" + did_you_mean(name, set().union(*of_all.values())))


def preset(name: str, **changes: Any) -> TrainConfig:
    """Return the configuration of a preset: "fast" (PPO), "best" (the same for longer) or "reference" (REINFORCE).

    "fast" and "best" have `total_timesteps`, at which the learning rate has been annealed to 0: the run ends there.

    Args:
        name: the preset's.
        changes: settings in which it is to differ, such as ``seconds=60``.

    Raises:
        ConfigError: there is no such preset; or a setting is unknown or out of range.
    """
    return make_config(preset_settings(name, changes))


def preset_settings(name: str | None, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of a preset with changes; a preset of one algorithm can't become one of another.

    Args:
        name: the preset's; None for that of the algorithm that is named or has all the settings, or "fast".
        changes: settings in which it is to differ.

    Raises:
        ConfigError: there is no such preset, or the changes name another algorithm.
    """
    name = _default_preset(changes) if name is None else name
    if name is None:
        return dict(changes)
    if name not in PRESETS:
        raise ConfigError("preset", f"must be one of {', '.join(PRESETS)}; got {name!r}")
    algorithm = PRESETS[name]["algorithm"]
    if changes.get("algorithm", algorithm) != algorithm:
        raise ConfigError(
            "algorithm", f"is {algorithm} in preset {name}; got {changes['algorithm']!r}: leave one of the two out"
        )
    return {**PRESETS[name], **changes}


def _default_preset(settings: Mapping[str, Any]) -> str | None:
    """Return the preset of settings for which none was named; None for an algorithm that has none."""
    presets = {values["algorithm"]: name for name, values in reversed(PRESETS.items())}
    if "algorithm" in settings:
        return presets.get(settings["algorithm"])
    types = config_types()
    has_all = (name for name in _MODULES if settings.keys() <= settings_of(types[name]).keys())
    return presets.get(next(has_all, "ppo"))
