"""Tells environments from other objects that have methods called `step` and `reset`, such as an LSTM."""

from __future__ import annotations

import ast

# Packages whose objects are environments, and those that make none.
_ENVIRONMENTS = ("gym", "gymnasium", "shimmy", "ale_py", "atari_py", "universe")
_NO_ENVIRONMENTS = ("chainer", "collections", "keras", "numpy", "random", "tensorflow", "theano", "torch", "tqdm")
_NO_ENVIRONMENTS_OF_GYM = ("gym.spaces", "gymnasium.spaces")
_WORDS = ("env", "wrapper", "gym")


class Receivers:
    """What the objects are whose methods a file calls.

    Args:
        tree: the file.
        imported: the full names of what it imports, such as {"np": "numpy"}.
    """

    def __init__(self, tree: ast.Module, imported: dict[str, str]) -> None:
        self._imported = imported
        self._classes = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
        self._class_around = {
            id(inner): node for node in self._classes.values() for inner in ast.walk(node) if inner is not node
        }
        self._made: dict[str, list[ast.Call]] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
                for target in node.targets:
                    self._made.setdefault(_last_name(target), []).append(node.value)

    def is_environment(self, node: ast.expr) -> bool | None:
        """Return whether an expression is an environment; None if the file doesn't show it."""
        match node:
            case ast.Name(id="self") | ast.Call(func=ast.Name(id="super")) if id(node) in self._class_around:
                return self.is_environment_class(self._class_around[id(node)])
            case ast.Call():
                return self._is_made_by(node)
            case ast.Subscript(value=value):
                return self.is_environment(value)
            case ast.Name() | ast.Attribute():
                name = _last_name(node)
                found = {self._is_made_by(call) for call in self._made.get(name, [])}
                if True in found or "env" in name.lower():
                    return True
                return False if found == {False} else None
        return None

    def is_method_of_environment(self, function: ast.FunctionDef) -> bool | None:
        """Return whether a function is a method of an environment's class; None if the file doesn't show it."""
        around = self._class_around.get(id(function))
        return None if around is None else self.is_environment_class(around)

    def is_environment_class(self, node: ast.ClassDef, seen: frozenset[str] = frozenset()) -> bool | None:
        """Return whether a class is one of environments; None if the file doesn't show it."""
        kinds = [self._is_class(base, seen | {node.name}) for base in node.bases if _last_name(base) != "object"]
        if True in kinds or any(word in node.name.lower() for word in _WORDS):
            return True
        if False in kinds:
            return False
        methods = {part.name.lstrip("_") for part in node.body if isinstance(part, ast.FunctionDef)}
        # A class of the script's own, of nothing: an environment has both methods.
        return None if {"step", "reset"} <= methods or None in kinds else False

    def _is_class(self, base: ast.expr, seen: frozenset[str]) -> bool | None:
        name = _last_name(base)
        if name in self._classes and isinstance(base, ast.Name):
            return None if name in seen else self.is_environment_class(self._classes[name], seen)
        known = self._is_of_package(base)
        if known is None and any(word in name.lower() for word in _WORDS):
            return True
        return known

    def _is_made_by(self, call: ast.Call) -> bool | None:
        function = call.func
        name = _last_name(function)
        if name in self._classes and isinstance(function, ast.Name):
            return self.is_environment_class(self._classes[name])
        if name == "remote" and isinstance(function, ast.Attribute):
            return None
        known = self._is_of_package(function)
        if known is None and any(word in name.lower() for word in _WORDS):
            return True
        return known

    def _is_of_package(self, node: ast.expr) -> bool | None:
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name) or node.id not in self._imported:
            return None
        full = ".".join([self._imported[node.id], *reversed(parts)])
        if full.startswith(_NO_ENVIRONMENTS_OF_GYM) or _top(full) in _NO_ENVIRONMENTS:
            return False
        return True if _top(full) in _ENVIRONMENTS else None


def _top(name: str) -> str:
    return name.partition(".")[0]


def _last_name(node: ast.expr) -> str:
    """Return `env` of `self.env`; "" if the expression is neither a name nor an attribute."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
