"""`gym.envs.registration`: the ids of Gymnasium, of old Gym and of the script itself."""

from __future__ import annotations

import copy
import importlib
import re
from collections.abc import Iterator, Mapping, MutableMapping
from typing import Any

from pong_pg.compat import as_legacy
from pong_pg.compat._versions import installed_version, load_ale_py, quiet, require
from pong_pg.compat.ids import MAX_FRAMES, unknown_id
from pong_pg.legacy.read import settings
from pong_pg.legacy.runtime.notes import say_once
from pong_pg.legacy.shims import importlib as script_importlib
from pong_pg.legacy.shims.gym import error
from pong_pg.legacy.shims.gym.core import Env
from pong_pg.legacy.shims.gym.envs.as_then import IDS_THEN, OF_EVERY_GYM, WITHOUT_THRESHOLD_IN_094, IdThen
from pong_pg.legacy.shims.gym.envs.atari_ids import AtariId, is_atari, old_atari_id, old_atari_ids
from pong_pg.legacy.shims.gym.envs.in_old_form import in_old_form
from pong_pg.legacy.shims.gym.envs.old_form import OldForm
from pong_pg.legacy.shims.gym.envs.removed import REMOVED
from pong_pg.legacy.shims.gym.wrappers.simple import AutoResetWrapper, OrderEnforcing
from pong_pg.legacy.shims.gym.wrappers.time_limit import TimeLimit

gymnasium: Any = require("gymnasium", "a script that imports gym")

__all__ = [
    "EnvRegistry",
    "EnvSpec",
    "env_id_re",
    "load",
    "load_env_creator",
    "make",
    "register",
    "registry",
    "spec",
]

env_id_re = re.compile(r"^(?:[\w:-]+\/)?([\w:.-]+)-v(\d+)$")
_STEP_LIMIT_TAG = "wrapper_config.TimeLimit.max_episode_steps"


def load(name: str) -> Any:
    """Return what an entry point such as "package.module:Class" names."""
    module, _, attribute = name.partition(":")
    # Names in the package gym are this shim's, as in the script's own imports.
    return getattr(script_importlib.import_module(module), attribute)


load_env_creator = load


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
        self.order_enforce = more.pop("order_enforce", False)
        # As up to gym 0.12.
        self.trials, self.local_only = more.pop("trials", 100), more.pop("local_only", False)
        vars(self).update(more)

    @property
    def timestep_limit(self) -> Any:
        """2016's name of `max_episode_steps`."""
        return self.max_episode_steps

    @timestep_limit.setter
    def timestep_limit(self, limit: Any) -> None:
        self.max_episode_steps = limit

    @property
    def _kwargs(self) -> dict[str, Any]:
        return self.kwargs

    @property
    def _entry_point(self) -> Any:
        return self.entry_point

    @property
    def _env_name(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The id without its namespace and version."""
        match = env_id_re.search(self.id)
        return match.group(1) if match else self.id

    @property
    def version(self) -> int:
        """The number at the end of the id."""
        return int(self.id.rpartition("-v")[2])

    def make(self, **kwargs: Any) -> Any:
        """Make the environment without the wrappers of `gym.make`."""
        if self.entry_point is None:
            raise error.DeprecatedEnv(f"{self.id} was registered without an entry_point, so it can't be made")
        creator: Any = load(self.entry_point) if isinstance(self.entry_point, str) else self.entry_point
        if isinstance(creator, type) and _is_gymnasiums(creator):
            creator = in_old_form(creator)
        kwargs = {**self.kwargs, **kwargs}
        env = creator(**kwargs)
        if _is_gymnasiums(type(env)):
            # Made by a function, which may have put wrappers around it.
            env = as_legacy(env) if settings.current().step_values == 4 else env
        spec = copy.copy(self)
        spec.kwargs = kwargs
        unwrapped = getattr(env, "unwrapped", env)
        unwrapped.spec = spec
        then = IDS_THEN.get(self.id) if settings.current().step_values == 4 else None
        if then is not None and then.prepare is not None and isinstance(unwrapped, OldForm):
            then.prepare(unwrapped)
        return env

    def __repr__(self) -> str:
        return f"EnvSpec({self.id})"


def _is_gymnasiums(cls: type) -> bool:
    """Return whether a class is one of Gymnasium's environments that is not in the form of Gym."""
    return issubclass(cls, gymnasium.Env) and not issubclass(cls, Env)


class EnvRegistry(MutableMapping[str, Any]):
    """All ids with their specifications: a mapping, as in gym 0.26, with the methods of dicts and of earlier Gyms."""

    def __init__(self) -> None:
        self._own: dict[str, Any] = {}
        self._removed: set[str] = set()
        # Kept for each version of Gym, on which they depend, because scripts change them.
        self._todays: dict[tuple[int, bool, str], Any] = {}

    @property
    def env_specs(self) -> Any:
        """This mapping, under the name it had up to 0.21."""
        return self

    def all(self) -> Any:
        """Return all specifications."""
        return list(self.values()) if settings.current().python2 else self.values()

    def copy(self) -> dict[str, Any]:
        """Return a dict of the ids and their specifications."""
        return {env_id: self[env_id] for env_id in self}

    __copy__ = copy

    # The views of a dict print what is in them.
    def keys(self) -> Any:
        """Return the ids."""
        return self.copy().keys()

    def values(self) -> Any:
        """Return the specifications."""
        return self.copy().values()

    def items(self) -> Any:
        """Return the ids with their specifications."""
        return self.copy().items()

    def clear(self) -> None:
        """Remove all ids."""
        self._removed.update(self)
        self._own.clear()

    def __repr__(self) -> str:
        return repr(self.copy())

    def register(self, id: str, entry_point: Any = None, **kwargs: Any) -> None:  # noqa: A002 - Gym's name
        """Register an environment; see `EnvSpec`. With five step values an id that is registered is replaced.

        Raises:
            Error: with four step values, the script, or every Gym up to 0.19, has registered the id before.
        """
        if settings.current().step_values == 4 and (id in self._own or self._is_of_every_gym(id)):
            raise error.Error(f"Cannot re-register id: {id}")
        self._own[id] = EnvSpec(id, entry_point, **kwargs)

    def _is_of_every_gym(self, env_id: str) -> bool:
        """Return whether Gym had an id from 0.9.4 to 0.19: a script may register itself what its own version lacked."""
        if env_id in self._removed:
            return False
        return env_id in OF_EVERY_GYM or old_atari_id(env_id, _todays_registry()) is not None

    def spec(self, path: str) -> Any:
        """Return the specification of an id, or of its newest version where the version asked for was removed.

        Args:
            path: the id; with "module:" before it, the module is imported first.

        Raises:
            UnregisteredEnv: no such id; the message names the nearest ones.
            DeprecatedEnv: the script has registered other versions of it only, or has removed this one.
            Error: the id has another form.
        """
        module, colon, env_id = path.rpartition(":")
        if colon:
            try:
                importlib.import_module(module)
            except ImportError as problem:
                raise error.Error(f"{path}: the module {module} can't be imported: {problem}") from problem
        if env_id in self and _can_be_made(self[env_id]):
            return self[env_id]
        if not env_id_re.search(env_id):
            raise error.Error(
                f"Attempted to look up malformed environment ID: {env_id.encode()!r}. "
                f"(Currently all IDs must be of the form {env_id_re.pattern}.)"
            )
        removed = env_id in self._removed
        name = env_id.rpartition("-v")[0]
        versions = [known for known in (self if removed else self._own) if known.rpartition("-v")[0] == name]
        if versions:
            raise error.DeprecatedEnv(f"Env {env_id} not found (valid versions include {versions})")
        newest = None if removed else self._newest(env_id)
        if newest is None:
            raise error.UnregisteredEnv(str(unknown_id(path, self)))
        say_once(f"{env_id} is not in the installed packages: {newest} is used instead")
        return self[newest]

    def _newest(self, env_id: str) -> str | None:
        # Today the Atari games are in a namespace of their own.
        return _newest_version(env_id, self) or (f"ALE/{env_id}" if f"ALE/{env_id}" in self else None)

    def make(self, path: str, **kwargs: Any) -> Any:
        """Make an environment; see `gym.make`."""
        return make(path, **kwargs)

    def __getitem__(self, env_id: str) -> Any:
        if env_id in self._own:
            return self._own[env_id]
        if env_id in self._removed:
            raise KeyError(env_id)
        key = (settings.current().step_values, settings.current().is_gym_094, env_id)
        if key not in self._todays:
            self._todays[key] = _spec_of_today(env_id)
        return self._todays[key]

    def __contains__(self, env_id: object) -> bool:
        try:
            return isinstance(env_id, str) and bool(self[env_id])
        except KeyError:
            return False

    def __setitem__(self, env_id: str, spec: Any) -> None:
        self._own[env_id] = spec

    def __delitem__(self, env_id: str) -> None:
        if env_id not in self:
            raise KeyError(env_id)
        self._own.pop(env_id, None)
        self._removed.add(env_id)

    def __iter__(self) -> Iterator[str]:
        todays = _todays_registry()
        made = (env_id for env_id, spec in todays.items() if _can_be_made(spec))
        then = [*IDS_THEN, *_removed()] if settings.current().step_values == 4 else ()
        installed = (env_id for env_id in [*made, *then, *old_atari_ids(todays)] if env_id not in self._removed)
        return iter(list(dict.fromkeys([*installed, *self._own])))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _can_be_made(spec: Any) -> bool:
    """Return whether today's package can make an id; for some it only raises an error that the id was removed."""
    return not getattr(spec.entry_point, "__name__", "").startswith("_raise")


def _newest_version(env_id: str, known: Mapping[str, Any]) -> str | None:
    """Return the newest version of an id that can be made; None if there is none."""
    name, _, version = env_id.rpartition("-v")
    versions = [
        (int(there.rpartition("-v")[2]), there)
        for there, spec in known.items()
        if there.rpartition("-v")[0] == name and there.rpartition("-v")[2].isdecimal() and _can_be_made(spec)
    ]
    return max(versions)[1] if version.isdecimal() and versions else None


def _removed() -> list[str]:
    """Return the ids of Gym's own environments that no package of today has, and this shim has."""
    early = settings.current().is_gym_094
    return [env_id for env_id, removed in REMOVED.items() if not (removed.not_in_094 if early else removed.only_in_094)]


def _todays_registry() -> Any:
    """Return Gymnasium's registry, with the Atari games in it."""
    if installed_version("ale-py") is not None:
        with quiet():
            load_ale_py()
    return gymnasium.registry


def _spec_of_today(env_id: str) -> EnvSpec:
    known = _todays_registry()
    four = settings.current().step_values == 4
    if four and env_id in IDS_THEN:
        return _spec_of_then(env_id, IDS_THEN[env_id], known)
    if four and env_id in _removed():
        removed = REMOVED[env_id]
        return EnvSpec(
            env_id,
            f"gym.envs.{removed.entry_point}",
            removed.reward_threshold,
            max_episode_steps=removed.max_episode_steps,
            kwargs=removed.kwargs,
        )
    atari = old_atari_id(env_id, known)
    if atari is not None:
        return _atari_spec(env_id, atari, four)
    spec = known[env_id]
    return EnvSpec(
        env_id,
        spec.entry_point,
        None if settings.current().is_gym_094 and env_id in WITHOUT_THRESHOLD_IN_094 else spec.reward_threshold,
        spec.nondeterministic,
        spec.max_episode_steps,
        # The ids of today leave out what is ale-py's default, which gym 0.19 did not have.
        ({"obs_type": "rgb"} if is_atari(spec) else {}) | dict(spec.kwargs),
        order_enforce=True,
    )


def _spec_of_then(env_id: str, then: IdThen, known: Mapping[str, Any]) -> EnvSpec:
    newest = _newest_version(env_id, known)
    if newest is None:
        raise KeyError(env_id)
    spec = known[newest]
    kwargs = spec.kwargs if then.kwargs is None else then.kwargs
    return EnvSpec(
        env_id, spec.entry_point, then.reward_threshold, spec.nondeterministic, spec.max_episode_steps, kwargs
    )


def _atari_spec(env_id: str, atari: AtariId, four: bool) -> EnvSpec:
    entry_point = "ale_py.env:AtariEnv"
    if four and atari.max_episode_steps is not None:
        return EnvSpec(env_id, entry_point, max_episode_steps=atari.max_episode_steps, kwargs=atari.kwargs)
    # ale-py counts frames instead.
    kwargs = {**atari.kwargs, "max_num_frames_per_episode": MAX_FRAMES}
    return EnvSpec(env_id, entry_point, kwargs=kwargs, order_enforce=True)


registry = EnvRegistry()


def register(id: str, entry_point: Any = None, **kwargs: Any) -> None:  # noqa: A002 - Gym's name
    """Register an environment; see `EnvSpec`."""
    registry.register(id, entry_point, **kwargs)


def spec(id: str) -> Any:  # noqa: A002 - Gym's name
    """Return the specification of an id."""
    return registry.spec(id)


def make(id: Any, **kwargs: Any) -> Any:  # noqa: A002 - Gym's name
    """Make an environment with the wrappers that Gym put around it.

    Args:
        id: a registered id, or a specification.
        kwargs: arguments of the environment. Of the arguments of `gym.make` itself, `max_episode_steps` and
            `autoreset` mean what they meant; those about checks and API compatibility are ignored.

    Raises:
        UnregisteredEnv: no such id.
        Error: the environment could not be made; the message says why.
    """
    spec = registry.spec(id) if isinstance(id, str) else id
    if not hasattr(spec, "make"):
        raise error.Error(f"the id given to gym.make must be a string such as 'Pong-v0', or a spec; got {id!r}")
    limit = kwargs.pop("max_episode_steps", None) or spec.max_episode_steps
    autoreset = kwargs.pop("autoreset", False)
    for name in ("new_step_api", "apply_step_compatibility", "apply_api_compatibility", "disable_env_checker"):
        kwargs.pop(name, None)
    env = _made(spec, kwargs)
    if spec.order_enforce and (limit is None or settings.current().step_values == 5):
        env = OrderEnforcing(env)
    if limit is not None and limit > 0:
        env = TimeLimit(env, max_episode_steps=limit)
    return AutoResetWrapper(env) if autoreset else env


def _made(spec: Any, kwargs: dict[str, Any]) -> Any:
    if not str(spec.entry_point).startswith(("gymnasium.", "ale_py.", "shimmy.")):
        # Errors of a script's own class are passed on unchanged.
        return spec.make(**kwargs)
    try:
        return spec.make(**kwargs)
    except (gymnasium.error.Error, ImportError, TypeError) as problem:
        # A missing package, or an argument that the environment doesn't have.
        raise error.Error(f"{spec.id} could not be made: {' '.join(str(problem).split())}") from problem
