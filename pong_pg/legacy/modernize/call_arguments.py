"""Changes the arguments of calls, and keeps the layout of those that stay."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.layout import Piece


def keyword(call: ast.Call, name: str) -> ast.keyword | None:
    """Return the keyword argument of a call by its name."""
    return next((one for one in call.keywords if one.arg == name), None)


def rename(draft: Draft, argument: ast.keyword, name: str) -> None:
    """Give a keyword argument another name."""
    after_name = draft.start(argument) + len(argument.arg or "")
    value = argument.value
    equals = draft.text[after_name : draft.start(value)]
    draft.replace(argument, name, equals, value, draft.text[draft.end(value) : draft.end(argument)])


def set_arguments(draft: Draft, call: ast.Call, arguments: Sequence[Piece], function: Sequence[Piece] = ()) -> None:
    """Let a call have these arguments: nodes are those that it has had, strings are new ones.

    Args:
        draft: the file.
        call: the call.
        arguments: its arguments, where those that it has had keep their order.
        function: what is called instead; nothing where that stays.
    """
    had = sorted([*call.args, *call.keywords], key=draft.start)
    opening = _opening(draft, call)
    if any(draft.start(one) < opening for one in had):
        # A generator expression without parentheses of its own.
        had = []
    before = draft.text[draft.start(call) : draft.start(call.func)]
    pieces: list[Piece] = [*(function or (before, call.func, draft.text[draft.end(call.func) : opening - 1])), "("]
    heads, tails, ending = _around(draft, call, had, opening)
    usual = next((head for head in reversed(heads[1:]) if "#" not in head), " ")
    comments = {one: head.rstrip() for one, head in zip(had, heads, strict=True) if "#" in head}
    for number, argument in enumerate(arguments):
        if isinstance(argument, str) or argument not in had:
            head, tail = usual if number else heads[0] if heads else "", ""
        else:
            place = had.index(argument)
            # Comments on arguments that are dropped, or on the line before them, stay.
            dropped = [one for one in had[:place] if one not in arguments and one in comments]
            head = "".join(comments.pop(one) for one in dropped) + heads[place]
            comments.pop(argument, None)
            if number == 0 and "#" not in head:
                head = heads[0]
            elif number and place == 0:
                head = usual
            tail = tails[place]
        pieces += ["," if number else "", head, argument, tail]
    left = "".join(text for one, text in comments.items() if one not in arguments)
    if not arguments and not left:
        ending = ""
    elif left:
        ending = ("," if arguments else "") + left + ending.removeprefix(",")
    draft.replace(call, *pieces, ending, ")")


def _opening(draft: Draft, call: ast.Call) -> int:
    """Return the offset after the parenthesis that begins the arguments."""
    return _find(draft.text, "(", draft.end(call.func)) + 1


def _around(draft: Draft, call: ast.Call, had: Sequence[ast.AST], opening: int) -> tuple[list[str], list[str], str]:
    """Return what stands before each argument, after each until the comma, and after the last one."""
    heads: list[str] = []
    tails: list[str] = []
    place = opening
    closing = draft.end(call) - 1
    for number, argument in enumerate(had):
        heads.append(draft.text[place : draft.start(argument)])
        end = draft.end(argument)
        limit = draft.start(had[number + 1]) if number + 1 < len(had) else closing
        comma = _find(draft.text, ",", end, limit)
        tails.append(draft.text[end : comma if comma >= 0 else limit])
        place = comma + 1 if comma >= 0 else limit
    trailing = "," if had and draft.text[place - 1] == "," and place <= closing else ""
    return heads, tails, trailing + draft.text[place:closing] if had else ""


def _find(text: str, sign: str, start: int, end: int | None = None) -> int:
    """Return where a sign is that is in no comment; -1 if there is none."""
    place, limit = start, len(text) if end is None else end
    while place < limit:
        if text[place] == "#":
            place = text.find("\n", place)
            if place < 0:
                return -1
        elif text[place] == sign:
            return place
        place += 1
    return -1
