from __future__ import annotations

from collections.abc import Callable
from typing import Any

import own_envs
import pytest

import pong_pg
from pong_pg.compat.seeds import reset_arguments
from pong_pg.errors import EnvError


class Keywords(own_envs.Passing):
    """A wrapper whose `reset` passes every keyword on."""

    def reset(self, **keywords: Any) -> Any:
        return self.env.reset(**keywords)


class KeywordsAndSeed(own_envs.FourValues):
    """The innermost takes any keyword, and has a `seed` method all the same."""

    def reset(self, **keywords: Any) -> Any:
        return self._begin()


CASES: dict[str, tuple[Callable[[], Any], set[str]]] = {
    "five values": (own_envs.FiveValues, {"seed", "options"}),
    "gym 0.22 to 0.25": (own_envs.ReturnInfo, {"seed", "options", "return_info"}),
    "four values": (own_envs.FourValues, set()),
    "keywords passed on to one that names them": (lambda: Keywords(own_envs.FiveValues()), {"seed", "options"}),
    # A wrapper that passes `return_info` on unknowingly would take the returned pair for an observation.
    "keywords passed on twice": (lambda: Keywords(Keywords(own_envs.ReturnInfo())), {"seed", "options"}),
    "a wrapper that takes nothing around one that does": (
        lambda: own_envs.OldStyleWrapper(own_envs.FiveValues()),
        set(),
    ),
    "keywords at the innermost": (own_envs.AnyKeywords, {"seed"}),
    "keywords and a seed method at the innermost": (KeywordsAndSeed, set()),
}


@pytest.mark.parametrize(("make", "expected"), CASES.values(), ids=CASES)
def test_what_reaches_the_innermost_reset(make: Callable[[], Any], expected: set[str]) -> None:
    assert reset_arguments(make()) == expected


@pytest.mark.parametrize("seed", [-1, 1.5, True])
def test_an_invalid_seed_is_refused_everywhere(seed: Any) -> None:
    acts: tuple[Callable[[], Any], ...] = (
        lambda: pong_pg.adapt(own_envs.FiveValues()).reset(seed=seed),
        lambda: pong_pg.as_legacy(own_envs.FiveValues()).seed(seed),
        lambda: pong_pg.make("Pong-v0").reset(seed=seed),
    )
    for act in acts:
        with pytest.raises(EnvError, match="seed must be an integer of at least 0 or None; got"):
            act()
