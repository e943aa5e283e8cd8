"""Changes the arguments of calls, and keeps the layout of those that stay."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from pong_pg.legacy.modernize.draft import Draft


def rename(draft: Draft, call: ast.Call, renamed: Mapping[str, str]) -> None:
    """Give keyword arguments of a call their names of today.

    Args:
        draft: the file.
        call: the call.
        renamed: by the old name, today's; or a whole argument such as "log_to_driver=False"; "" for none.
    """
    dropped: list[ast.AST] = []
    for one in call.keywords:
        name = renamed.get(one.arg or "", one.arg)
        if name == "":
            dropped.append(one)
        elif name and name != one.arg:
            draft.replace(one, *((name,) if "=" in name else (f"{name}=", one.value)))
    drop(draft, call, dropped)


def drop(draft: Draft, call: ast.Call, dropped: list[ast.AST]) -> None:
    """Remove arguments from a call, with their commas."""
    if not dropped:
        return
    arguments = sorted([*call.args, *call.keywords], key=draft.start)
    kept = [one for one in arguments if one not in dropped]
    if not kept:
        draft.replace(call, call.func, "()")
        return
    first = arguments.index(kept[0])
    for number, argument in enumerate(arguments):
        if argument in dropped:
            draft.replace(argument)
        if number and (argument in dropped or number <= first):
            draft.change(draft.end(arguments[number - 1]), draft.start(argument), "")
