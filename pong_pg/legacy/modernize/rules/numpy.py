"""Rules."""

from __future__ import annotations

from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft

PASSES: tuple[Callable[[Draft], None], ...] = ()
