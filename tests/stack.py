"""What the installed stack has, for tests that run on every stack and use whatever is installed."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any
from unittest import mock

from pong_pg.compat._versions import installed_version, release

HAS_GYM = installed_version("gym") is not None
HAS_GYMNASIUM = installed_version("gymnasium") is not None
HAS_SHIMMY = installed_version("shimmy") is not None
GYM = release("gym")

# The backends besides the direct one that environments can be made through here.
BACKENDS = [
    name
    for name, there in (("gymnasium", HAS_GYMNASIUM), ("gym", HAS_GYM), ("shimmy", HAS_SHIMMY and HAS_GYM))
    if there
]
# Those of them that have an Atari environment of their own to play Pong.
NATIVE_BACKENDS = BACKENDS if HAS_GYMNASIUM or installed_version("atari-py") is not None else []
# CartPole draws with it, from gym 0.25 on.
PYGAME = installed_version("pygame") is not None

# Warnings of old packages that can't be avoided, by message and category; every other warning is an error.
EXPECTED_WARNINGS = [
    # It never waits for the servers that it has stopped.
    ("ray<2.10", "subprocess .* is still running:ResourceWarning"),
    # It imports pkg_resources.
    ("ray<2.10", "pkg_resources is deprecated:UserWarning"),
    ("ray<2.10", "pkg_resources is deprecated:DeprecationWarning"),
    ("ray<2.10", "Deprecated call to `pkg_resources:DeprecationWarning"),
]


def on_ale(make: Callable[..., Any], *arguments: Any, **settings: Any) -> Any:
    """Return what a function makes where ALE is to play."""
    with mock.patch.dict(os.environ, PONG_PG_EMULATOR="ale"):
        return make(*arguments, **settings)
