"""Finds out whether a file uses `ray.tune` as it was before Ray 2.0, which nothing translates."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from pong_pg.legacy.read.python2_signs import guarded

# Methods of a trainable class; today's have no underscore.
_METHODS = frozenset(["_restore", "_save", "_setup", "_stop", "_train"])
# Arguments of `tune.run` that are gone.
_ARGUMENTS = frozenset([
    "global_checkpoint_period", "local_dir", "loggers", "queue_trials", "ray_auto_init", "return_trials", "server_port",
    "sync_function", "sync_to_cloud", "sync_to_driver", "trial_resources", "upload_dir", "with_server",
])  # fmt: skip
_NAMES = (
    "ray.tune.async_hyperband", "ray.tune.hyperband", "ray.tune.run_experiments", "ray.tune.suggest", "ray.tune.track",
    "ray.tune.variant_generator",
)  # fmt: skip


def old_use_of_tune(tree: ast.Module, names: Mapping[str, str]) -> tuple[int, str] | None:
    """Return line and name of the first thing in a file that only an old `ray.tune` had; None if there is none.

    Args:
        tree: the file.
        names: what it imports, from each name to the full name.
    """
    if not any(full.partition(".")[0] == "ray" for full in names.values()):
        return None
    nodes = list(ast.walk(tree))
    # A script that tries an old import may have today's for where that fails.
    ids = guarded(tree)
    tried = [node for node in nodes if isinstance(node, ast.ImportFrom) and id(node) in ids]
    bound = {alias.asname or alias.name for node in tried for alias in node.names}
    names = {name: full for name, full in names.items() if name not in bound or not full.startswith(_NAMES)}
    # The attribute of `ray.tune` is a module, whatever the import has bound.
    used = {*names.values(), *(_full_name(node, names) for node in nodes if isinstance(node, ast.Attribute))}
    is_used = any(f"{full}.".startswith("ray.tune.") for full in used)
    return min((use for node in nodes if node not in tried for use in _uses(node, names, is_used)), default=None)


def _uses(node: ast.AST, names: Mapping[str, str], is_used: bool) -> Iterator[tuple[int, str]]:
    match node:
        case ast.FunctionDef(name=name, args=ast.arguments(args=[_, ast.arg(arg="reporter")])) if is_used:
            # Today's reporters, which print tables, are objects with methods.
            if any(isinstance(part, ast.Call) and _is_named(part.func, "reporter") for part in ast.walk(node)):
                yield node.lineno, f"{name}(config, reporter)"
        case ast.ClassDef(bases=bases) if any(_full_name(base, names).endswith("tune.Trainable") for base in bases):
            methods = {part.name: part.lineno for part in node.body if isinstance(part, ast.FunctionDef)}
            # A class that has today's method of every step may have some of its own by the old names.
            for old in _METHODS & methods.keys() if "step" not in methods else ():
                yield methods[old], f"{node.name}.{old}"
        case ast.Call(func=function) if _full_name(function, names) in {"ray.tune.run", "ray.tune.tune.run"}:
            for keyword in node.keywords:
                if keyword.arg in _ARGUMENTS:
                    yield node.lineno, f"tune.run({keyword.arg}=)"
        case ast.Call(func=function, args=[], keywords=[_, *_]) if _full_name(function, names) == "ray.tune.report":
            if any(keyword.arg not in {"metrics", "checkpoint"} for keyword in node.keywords):
                yield node.lineno, "tune.report(name=value)"
        case ast.Name() | ast.Attribute():
            full = _full_name(node, names)
            if full.startswith(_NAMES):
                yield node.lineno, full.removeprefix("ray.")
        case ast.ImportFrom(module=str(module)) if module.startswith(_NAMES):
            yield node.lineno, module.removeprefix("ray.")


def _is_named(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _full_name(node: ast.AST, names: Mapping[str, str]) -> str:
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([names[node.id], *reversed(parts)]) if isinstance(node, ast.Name) and node.id in names else ""
