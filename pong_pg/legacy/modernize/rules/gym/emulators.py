"""The Atari emulator, which scripts use by atari-py or as `env.ale`."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.gym.environments import Environments, environments_of, last_name

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
_STATES = ("decodeState", "deleteState", "encodeState", "loadState", "saveState")
_DIFFERS = "the emulator of today draws other sticky actions, and has another random_seed if none is set"
_PACKAGES = ("atari_py", "ale_python_interface")


def emulator(draft: Draft) -> None:  # noqa: PLR0912 - one case for each method
    """Call the emulator by the names of today, and take what it gives in the form of atari-py."""
    environments = environments_of(draft)
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
        elif name == "getScreen" and not call.args:
            # Then it was flat.
            draft.wrap(call, "", ".ravel()")
        elif name in {"getAvailableDifficulties", "getAvailableModes"}:
            numpy = draft.module("numpy", "np")
            draft.wrap(call, f"{numpy}.array(", f", {numpy}.int32)")
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
                flat = ".ravel()" if getter == "getScreen" else ""
                draft.replace(call, call.args[0], "[...] = ", call.func.value, f".{getter}(){flat}")
            else:
                draft.replace(call, draft.support("filled"), "(", call.args[0], ", ", call.func.value, f".{getter}())")
        elif name in _STATES:
            _state(draft, call, call.func)
        elif name in _SETTINGS and call.args:
            key = call.args[0]
            if isinstance(key, ast.Constant) and isinstance(key.value, bytes):
                draft.replace(key, f'"{key.value.decode()}"')


def _state(draft: Draft, call: ast.Call, method: ast.Attribute) -> None:
    """Encode and release states, which are objects of their own today."""
    name = method.attr
    if name == "deleteState" and isinstance(draft.parent(call), ast.Expr):
        draft.remove(draft.statement(call))
    elif name == "encodeState" and call.args:
        draft.replace(call, *draft.operand(call.args[0]), ".serialize()")
    elif name == "decodeState" and call.args:
        draft.replace(call, f"{draft.module('ale_py')}.ALEState(", call.args[0], ")")
    else:
        draft.comment(call, "state = ale.cloneState() and ale.restoreState(state) save and load a state today")


def loggers(draft: Draft) -> None:
    """Name levels of the emulator's messages."""
    environments = environments_of(draft)
    if not environments.is_old:
        return
    for node in draft.walk(ast.Attribute):
        inner = node.value
        if isinstance(inner, ast.Attribute) and inner.attr == "Logger" and _is_emulator(environments, inner.value):
            draft.replace(inner, f"{draft.module('ale_py')}.LoggerMode")
            call = draft.parent(node)
            if not isinstance(call, ast.Call) or last_name(call.func) != "setLoggerMode":
                # It was an integer.
                draft.wrap(node, "", ".value")


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
    environments = environments_of(draft)
    if not any(full.partition(".")[0] in _PACKAGES for full in draft.names.values()):
        return
    imports: list[ast.Import | ast.ImportFrom] = [*draft.walk(ast.Import), *draft.walk(ast.ImportFrom)]
    is_imported = any(isinstance(node, ast.Import) and draft.source(node) == "import ale_py" for node in imports)
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
                draft.comment(node, _DIFFERS)
            elif "list_games" in full:
                draft.comment(node, "ale-py has more games than atari-py, in another order")


PASSES: tuple[Callable[[Draft], None], ...] = (emulator, loggers, atari_py)
