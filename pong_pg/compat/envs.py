"""Adapters that put a live environment into the normal form."""

from __future__ import annotations

from typing import Any

from pong_pg.compat.ale import DirectEnv
from pong_pg.errors import EnvError


def adapt(env: Any) -> Any:
    """Return a live environment in the normal form.

    Args:
        env: an environment of Gymnasium, of OpenAI Gym 0.26, a shimmy wrapper, or any object whose `reset`
            takes `seed=` and gives (observation, info) and whose `step` gives five values.

    Raises:
        EnvError: it lacks `reset`, `step` or `action_space`. An environment whose tuples have another length is
            refused when it is first played.
    """
    if isinstance(env, (DirectEnv, FiveTupleEnv)):
        return env
    missing = [name for name in ("reset", "step", "action_space") if not hasattr(env, name)]
    if missing:
        raise EnvError(
            f"an environment needs reset, step and action_space; {type(env).__name__} has no {', '.join(missing)}"
        )
    return FiveTupleEnv(env)


class FiveTupleEnv:
    """An environment that has Gymnasium's interface already; its tuples are checked on the way through.

    Everything else, such as `render`, `spec` or `ale`, is the wrapped environment's own.

    Args:
        env: the environment to wrap.
    """

    def __init__(self, env: Any) -> None:
        self.env = env
        self._step = env.step
        self._closed = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode; returns (observation, info).

        Raises:
            EnvError: the environment gave something else.
        """
        arguments: dict[str, Any] = {"seed": seed}
        if options is not None:
            arguments["options"] = options
        result = self.env.reset(**arguments)
        if not (isinstance(result, tuple) and len(result) == 2 and isinstance(result[1], dict)):
            raise EnvError(f"{self.env}: reset() must give (observation, info); it gave {_shape_of(result)}")
        if seed is not None:
            self.env.action_space.seed(seed)
        return result

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play one step; returns (observation, reward, terminated, truncated, info).

        Raises:
            EnvError: the environment gave something else.
        """
        result = self._step(action)
        if len(result) != 5:
            raise EnvError(
                f"{self.env}: step() must give (observation, reward, terminated, truncated, info); "
                f"it gave {_shape_of(result)}"
            )
        return result  # type: ignore[no-any-return]

    def close(self) -> None:
        """Close the environment; further calls do nothing."""
        if not self._closed:
            self._closed = True
            self.env.close()

    def __getattr__(self, name: str) -> Any:
        # Without this guard, unpickling and copying look up `env` on an empty object and recurse without end.
        if name.startswith("_") or name == "env":
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(self.env, name)

    def __getstate__(self) -> dict[str, Any]:
        return {"env": self.env}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["env"])  # type: ignore[misc]

    def __repr__(self) -> str:
        return f"<adapted {self.env!r}>"


def _shape_of(result: Any) -> str:
    if isinstance(result, tuple):
        return f"{len(result)} values ({', '.join(type(value).__name__ for value in result)})"
    return f"one {type(result).__name__}"
