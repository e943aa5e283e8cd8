"""Whether a file uses Ray at all."""

from __future__ import annotations

from pong_pg.legacy.modernize.draft import Draft


def uses_ray(draft: Draft) -> bool:
    """Return whether a file, or another cell of its notebook, imports Ray or has its remote functions."""
    around = draft.facts.around
    names = (*draft.names.values(), *around.names.values(), *around.remote_functions)
    return "ray" not in around.own and any(
        name.partition(".")[0] == "ray" or name in around.remote_functions for name in names
    )
