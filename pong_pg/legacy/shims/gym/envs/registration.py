"""`gym.envs.registration`: the ids of Gymnasium, of old Gym and of the script itself."""

from __future__ import annotations

import copy
import importlib
import operator
import re
from collections import UserDict
from collections.abc import Iterable
from typing import Any

from pong_pg.compat import as_legacy
from pong_pg.compat._versions import installed_version, load_ale_py, quiet, require
from pong_pg.compat.ids import MAX_FRAMES, unknown_id
from pong_pg.legacy.read import settings
from pong_pg.legacy.runtime.messages import say_once
from pong_pg.legacy.shims import importlib as script_importlib
from pong_pg.legacy.shims.gym import error
from pong_pg.legacy.shims.gym.core import Env
from pong_pg.legacy.shims.gym.envs.as_then import IDS_THEN, prepare_taxi_v2
from pong_pg.legacy.shims.gym.envs.atari_ids import OBS_TYPES, old_atari_ids
from pong_pg.legacy.shims.gym.envs.old_form import OldForm, in_old_form
from pong_pg.legacy.shims.gym.wrappers import TimeLimit

gymnasium: Any = require("gymnasium", "a script that imports gym")

__all__ = ["EnvRegistry", "EnvSpec", "env_id_re", "load", "make", "register", "registry", "spec"]

env_id_re = re.compile(r"^(?:[\w:-]+\/)?([\w:.-]+)-v(\d+)$")
_STEP_LIMIT_TAG = "wrapper_config.TimeLimit.max_episode_steps"
# Atari games as of gym up to 0.19.
_ATARI_THEN = "gym.envs.atari:AtariEnv"


def load(name: str) -> Any:
    """Return what an entry point such as "package.module:Class" names."""
    module, _, attribute = name.partition(":")
    # Names in the package gym are this shim's, as in the script's own imports.
    packages = importlib if module.startswith(("gymnasium.", "ale_py.")) else script_importlib
    return getattr(packages.import_module(module), attribute)


def _other_name(name: str) -> Any:
    def set_it(spec: Any, value: Any) -> None:
        setattr(spec, name, value)

    return property(operator.attrgetter(name), set_it)


class EnvSpec:
    """The specification of an id: what it was registered with.

    Args:
        id: such as "Pong-v0".
        entry_point: "module:Class", or whatever makes the environment when called.
        reward_threshold: the mean return from which on it counts as solved.
        nondeterministic: whether it differs between runs even with the same seed.
        max_episode_steps: the number of steps after which an episode is truncated; None for no limit.
        kwargs: what the entry point is called with.
        timestep_limit: 2016's name of `max_episode_steps`.
        tags: as of 2017; only the one for the step limit has an effect.
        more: arguments of other versions, kept as attributes.
    """

    def __init__(  # noqa: PLR0917 - Gym's form
        self,
        id: str,  # noqa: A002 - Gym's name
        entry_point: Any = None,
        reward_threshold: float | None = None,
        nondeterministic: bool = False,
        max_episode_steps: int | None = None,
        kwargs: dict[str, Any] | None = None,
        timestep_limit: int | None = None,
        tags: dict[str, Any] | None = None,
        **more: Any,
    ) -> None:
        if not env_id_re.search(id):
            raise error.Error(f"the id of an environment must have the form 'Name-v0'; got {id!r}")
        self.id = id
        self.entry_point = entry_point
        self.reward_threshold = reward_threshold
        self.nondeterministic = nondeterministic
        self.tags = dict(tags or {})
        limits = (max_episode_steps, timestep_limit, self.tags.get(_STEP_LIMIT_TAG))
        self.max_episode_steps: Any = next((limit for limit in limits if limit is not None), None)
        # Where the scripts of 2017 looked for it, however it was registered.
        self.tags[_STEP_LIMIT_TAG] = self.max_episode_steps
        self.kwargs = dict(kwargs or {})
        # As up to gym 0.12.
        self.trials, self.local_only = more.pop("trials", 100), more.pop("local_only", False)
        vars(self).update(more)

    # Names of other years.
    timestep_limit = _other_name("max_episode_steps")
    _kwargs = _other_name("kwargs")
    _entry_point = _other_name("entry_point")

    def make(self, **kwargs: Any) -> Any:
        """Make the environment without the wrappers of `gym.make`."""
        if self.entry_point is None:
            raise error.DeprecatedEnv(f"{self.id} was registered without an entry_point, so it can't be made")
        kwargs = {**self.kwargs, **kwargs}
        entry_point: Any = self.entry_point
        if entry_point == _ATARI_THEN and kwargs.get("obs_type", "ram") not in {"ram", "image"}:
            # As of later versions.
            entry_point = "ale_py.env:AtariEnv"
        creator: Any = load(entry_point) if isinstance(entry_point, str) else entry_point
        if isinstance(creator, type) and _is_gymnasiums(creator):
            creator = in_old_form(creator)
        env = creator(**kwargs)
        if _is_gymnasiums(type(env)):
            # Made by a function, which may have put wrappers around it.
            env = as_legacy(env) if settings.current().step_values == 4 else env
        spec = copy.copy(self)
        spec.kwargs = kwargs
        unwrapped = getattr(env, "unwrapped", env)
        unwrapped.spec = spec
        if self.id == "Taxi-v2" and isinstance(unwrapped, OldForm):
            prepare_taxi_v2(unwrapped)
        return env

    def __repr__(self) -> str:
        return f"EnvSpec({self.id})"


def _is_gymnasiums(cls: type) -> bool:
    """Return whether a class is one of Gymnasium's environments that is not in the form of Gym."""
    return issubclass(cls, gymnasium.Env) and not issubclass(cls, Env)


class EnvRegistry(UserDict[str, Any]):
    """All ids with their specifications, with the methods of every Gym; since 0.26 it was a dict itself."""

    def __init__(self) -> None:
        # For each version of Gym, on which they depend.
        self._by_version: dict[tuple[int, bool], dict[str, Any]] = {}

    @property
    def data(self) -> dict[str, Any]:  # type: ignore[override]  # of `UserDict`, which has one alone
        """The dictionary of all ids, which scripts change."""
        now = settings.current()
        key = (now.step_values, now.is_gym_094)
        if key not in self._by_version:
            self._by_version[key] = _specs(now.step_values == 4, now.is_gym_094)
        return self._by_version[key]

    env_specs = data

    def all(self) -> Any:
        """Return all specifications."""
        return list(self.env_specs.values()) if settings.current().python2 else self.env_specs.values()

    def register(self, id: str, entry_point: Any = None, **kwargs: Any) -> None:  # noqa: A002 - Gym's name
        """Register an environment; see `EnvSpec`. With five step values an id that is registered is replaced.

        Raises:
            Error: with four step values, the id is registered already.
        """
        if settings.current().step_values == 4 and id in self.env_specs:
            raise error.Error(f"Cannot re-register id: {id}")
        self.env_specs[id] = EnvSpec(id, entry_point, **kwargs)

    def spec(self, path: str) -> Any:
        """Return the specification of an id, or of its newest version where the version asked for was removed.

        Args:
            path: the id; with "module:" before it, the module is imported first.

        Raises:
            UnregisteredEnv: no such id; the message names the nearest ones.
            DeprecatedEnv: the script has registered other versions of it only.
            Error: the id has another form.
        """
        module, colon, env_id = path.rpartition(":")
        if colon:
            try:
                importlib.import_module(module)
            except ImportError as problem:
                raise error.Error(f"{path}: the module {module} can't be imported: {problem}") from problem
        if env_id in self.env_specs:
            return self.env_specs[env_id]
        if not env_id_re.search(env_id):
            raise error.Error(
                f"Attempted to look up malformed environment ID: {env_id.encode()!r}. "
                f"(Currently all IDs must be of the form {env_id_re.pattern}.)"
            )
        # Today the Atari games are in a namespace of their own.
        newest = _newest_version(env_id, self) or (f"ALE/{env_id}" if f"ALE/{env_id}" in self.env_specs else None)
        if newest is None:
            raise error.UnregisteredEnv(str(unknown_id(path, self)))
        if not _is_of_packages(self[newest]):
            raise error.DeprecatedEnv(f"Env {env_id} not found (valid versions include {[newest]})")
        say_once(f"{env_id} is not in the installed packages: {newest} is used instead")
        return self[newest]

    def make(self, path: str, **kwargs: Any) -> Any:
        """Make an environment; see `gym.make`."""
        return make(path, **kwargs)


def _is_of_packages(spec: Any) -> bool:
    """Return whether an environment is of an installed package, not the script's own."""
    return str(spec.entry_point).startswith(("gymnasium.", "ale_py.", "shimmy.", _ATARI_THEN))


def _newest_version(env_id: str, known: Iterable[str]) -> str | None:
    """Return the newest version of an id; None if there is none."""
    name = env_id.rpartition("-v")[0]
    versions = [
        (int(there.rpartition("-v")[2]), there)
        for there in known
        if there.rpartition("-v")[0] == name and there.rpartition("-v")[2].isdecimal()
    ]
    return max(versions)[1] if versions else None


def _specs(four: bool, is_gym_094: bool) -> dict[str, EnvSpec]:
    """Return what the Gym of the script registered itself, as far as today's packages have it."""
    if installed_version("ale-py") is not None:
        with quiet():
            load_ale_py()
    specs: dict[str, EnvSpec] = {}
    for env_id, spec in gymnasium.registry.items():
        # For some ids, today's package only raises an error that they were removed.
        if not getattr(spec.entry_point, "__name__", "").startswith("_raise"):
            # The ids of today leave out what is ale-py's default, which gym 0.19 did not have.
            is_atari = str(spec.entry_point).startswith("ale_py")
            kwargs: dict[str, Any] = ({"obs_type": "rgb"} if is_atari else {}) | dict(spec.kwargs)
            limits = (spec.reward_threshold, spec.nondeterministic, spec.max_episode_steps)
            specs[env_id] = EnvSpec(env_id, spec.entry_point, *limits, kwargs)
    if is_gym_094:
        specs["Acrobot-v1"].reward_threshold = None
    for env_id, threshold in IDS_THEN.items() if four else ():
        newest = specs[str(_newest_version(env_id, specs))]
        # Later versions of Blackjack follow the rules of Sutton and Barto's book for a natural.
        kwargs = {} if env_id == "Blackjack-v0" else newest.kwargs
        specs[env_id] = EnvSpec(env_id, newest.entry_point, threshold, False, newest.max_episode_steps, kwargs)
    for env_id, atari in old_atari_ids(gymnasium.registry):
        if four and atari.max_episode_steps is not None:
            limit, kwargs = atari.max_episode_steps, atari.kwargs
            specs[env_id] = EnvSpec(env_id, _ATARI_THEN, max_episode_steps=limit, kwargs=kwargs)
        else:
            # ale-py counts frames instead.
            kwargs = {**atari.kwargs, "max_num_frames_per_episode": MAX_FRAMES}
            kwargs["obs_type"] = OBS_TYPES.get(kwargs["obs_type"], kwargs["obs_type"])
            specs[env_id] = EnvSpec(env_id, "ale_py.env:AtariEnv", kwargs=kwargs)
    return specs


registry = EnvRegistry()
register, spec = registry.register, registry.spec


def make(id: Any, **kwargs: Any) -> Any:  # noqa: A002 - Gym's name
    """Make an environment with the wrappers that Gym put around it.

    Args:
        id: a registered id, or a specification.
        kwargs: arguments of the environment. Of the arguments of `gym.make` itself, `max_episode_steps` means what it
            meant; those about checks and API compatibility are ignored.

    Raises:
        UnregisteredEnv: no such id.
        Error: the environment could not be made; the message says why.
    """
    spec = registry.spec(id) if isinstance(id, str) else id
    if not hasattr(spec, "make"):
        raise error.Error(f"the id given to gym.make must be a string such as 'Pong-v0', or a spec; got {id!r}")
    limit = kwargs.pop("max_episode_steps", None) or spec.max_episode_steps
    for name in ("new_step_api", "apply_step_compatibility", "apply_api_compatibility", "disable_env_checker"):
        kwargs.pop(name, None)
    env = _made(spec, kwargs)
    return TimeLimit(env, max_episode_steps=limit) if limit is not None and limit > 0 else env


def _made(spec: Any, kwargs: dict[str, Any]) -> Any:
    if not _is_of_packages(spec):
        # Errors of a script's own class are passed on unchanged.
        return spec.make(**kwargs)
    try:
        return spec.make(**kwargs)
    except (gymnasium.error.Error, ImportError, TypeError) as problem:
        # A missing package, or an argument that the environment doesn't have.
        raise error.Error(f"{spec.id} could not be made: {' '.join(str(problem).split())}") from problem
