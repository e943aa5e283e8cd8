"""What the installed stack has, for tests that hold on every stack and look at whatever is there."""

from __future__ import annotations

from pong_pg.compat._versions import installed_version, release

HAS_GYM = installed_version("gym") is not None
HAS_GYMNASIUM = installed_version("gymnasium") is not None
HAS_SHIMMY = installed_version("shimmy") is not None
GYM = release("gym")

# The roads besides the direct one that this stack has to any environment.
ROADS = [
    name
    for name, there in (("gymnasium", HAS_GYMNASIUM), ("gym", HAS_GYM), ("shimmy", HAS_SHIMMY and HAS_GYM))
    if there
]
# Those of them on which Pong is played by the Atari environment of another package than this one.
NATIVE_ROADS = ROADS if HAS_GYMNASIUM or installed_version("atari-py") is not None else []
# What CartPole draws with, from gym 0.25 on.
PYGAME = installed_version("pygame") is not None

# What old packages warn of whatever one does, by message and category; everything else is an error.
EXPECTED_WARNINGS = [
    # It never waits for the servers that it has ended.
    ("ray<2.10", "subprocess .* is still running:ResourceWarning"),
    # It imports pkg_resources.
    ("ray<2.10", "pkg_resources is deprecated:UserWarning"),
    ("ray<2.10", "pkg_resources is deprecated:DeprecationWarning"),
    ("ray<2.10", "Deprecated call to `pkg_resources:DeprecationWarning"),
]
