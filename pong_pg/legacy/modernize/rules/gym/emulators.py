"""The Atari emulator, which scripts use by atari-py or as `env.ale`."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.gym.environments import Environments, last_name

_INTERFACES = {
    "atari_py.ALEInterface",
    "atari_py.ale_python_interface.ALEInterface",
    "ale_python_interface.ALEInterface",
}
_MOVED = {
    "atari_py.get_game_path": "roms.get_rom_path",
    "atari_py.games.get_game_path": "roms.get_rom_path",
    "atari_py.list_games": "roms.get_all_rom_ids",
    "atari_py.games.list_games": "roms.get_all_rom_ids",
    **dict.fromkeys(_INTERFACES, "ALEInterface"),
}
# What their names begin with takes the name of a setting first.
_SETTINGS = ("getBool", "getFloat", "getInt", "getString", "setBool", "setFloat", "setInt", "setString")
_PACKAGES = ("atari_py", "ale_python_interface")


def emulator(draft: Draft) -> None:
    """Call the emulator by the names of today, and take what it gives in the form of atari-py."""
    environments = Environments(draft)
    if not environments.is_old:
        return
    for call in draft.walk(ast.Call):
        if not isinstance(call.func, ast.Attribute) or not _is_emulator(environments, call.func.value):
            continue
        name = call.func.attr
        if name == "getScreenRGB2" and not call.args:
            draft.replace(call.func, call.func.value, ".getScreenRGB")
        elif name == "getScreenGrayscale" and not call.args:
            draft.wrap(call, "", "[:, :, None]")
        elif name == "getScreenDims":
            # Then it was (width, height).
            draft.wrap(call, "", "[::-1]")
        elif name in {"getMinimalActionSet", "getLegalActionSet"}:
            numpy = draft.module("numpy", "np")
            draft.wrap(call, f"{numpy}.array([action.value for action in ", f"], {numpy}.int32)")
        elif name in {"getScreenRGB", "getScreenRGB2", "getRAM", "getScreen", "getScreenGrayscale"} and call.args:
            # It filled an array.
            getter = name.removesuffix("2")
            if isinstance(draft.parent(call), ast.Expr):
                draft.replace(call, call.args[0], "[...] = ", call.func.value, f".{getter}()")
            else:
                draft.comment(call, f"{getter}() returns a new array today")
        elif name in _SETTINGS and call.args:
            key = call.args[0]
            if isinstance(key, ast.Constant) and isinstance(key.value, bytes):
                draft.replace(key, f'"{key.value.decode()}"')


def _is_emulator(environments: Environments, node: ast.expr) -> bool:
    made = environments.made_by(node)
    if made:
        return any(
            (isinstance(call, ast.Call) and environments.full_name(call.func) in _INTERFACES)
            or (isinstance(call, ast.Attribute) and call.attr == "ale")
            for call in made
        )
    return last_name(node) == "ale"


def atari_py(draft: Draft) -> None:
    """Import ale-py instead of atari-py."""
    environments = Environments(draft)
    if not any(full.partition(".")[0] in _PACKAGES for full in draft.names.values()):
        return
    imports: list[ast.Import | ast.ImportFrom] = [*draft.walk(ast.Import), *draft.walk(ast.ImportFrom)]
    is_imported = False
    for statement in imports:
        module = statement.module if isinstance(statement, ast.ImportFrom) else statement.names[0].name
        if (module or "").partition(".")[0] not in _PACKAGES:
            continue
        if isinstance(statement, ast.Import) and (len(statement.names) > 1 or statement.names[0].asname):
            return
        if is_imported:
            draft.remove(statement)
        else:
            draft.replace(statement, "import ale_py")
        is_imported = True
    for node in [*draft.walk(ast.Attribute), *draft.walk(ast.Name)]:
        full = environments.full_name(node)
        if full in _MOVED and not draft.is_replaced(node):
            draft.replace(node, f"ale_py.{_MOVED[full]}")
            if full in _INTERFACES and isinstance(draft.parent(node), ast.Call):
                draft.comment(node, "the emulator of today draws other sticky actions")


PASSES: tuple[Callable[[Draft], None], ...] = (emulator, atari_py)
