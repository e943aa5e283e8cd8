"""Values of Python 2: what they were computed to, how they were written, ordered and compared."""

from __future__ import annotations

from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.python2 import comparisons, division, encodings, numbers, order, texts
from pong_pg.legacy.modernize.rules.python2.levels import Levels


def values(draft: Draft) -> None:
    """Keep the values of Python 2; all rules see what the file's expressions were in it."""
    if draft.facts.python2:
        levels = Levels(draft)
        division.division(draft)
        order.order(draft)
        texts.texts(draft, levels)
        comparisons.comparisons(draft)
        numbers.numbers(draft, levels)
        encodings.encodings(draft)


# Before other rules change the names that show what values are.
PASSES: tuple[Callable[[Draft], None], ...] = (values,)
