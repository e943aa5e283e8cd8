"""Replaces names that a package no longer has by those of today, wherever a file uses them."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

from pong_pg.legacy.modernize import supports
from pong_pg.legacy.modernize.draft import Draft

_PLACE = re.compile(r"\{(\d)\}")
_FULL_NAME = re.compile(r"(?<![\w.])(numpy|scipy|inspect)((?:\.\w+)*)\.(\w+)")
_ALIASES = {"numpy": "np"}

# What stands for a full name such as "numpy.float": a place as `pkgutil.resolve_name` takes it, "support:NAME", or
# after "=" an expression as in `tables.rows.Name.written`; "" if it is not old.
Resolve = Callable[[str], str]


class Renaming:
    """One pass that replaces old names of packages.

    Args:
        draft: the file.
        resolve: what stands for a full name.
    """

    def __init__(self, draft: Draft, resolve: Resolve) -> None:
        self._draft = draft
        self._resolve = resolve
        self._done: set[ast.AST] = set()
        self._modules: set[str] = set()

    def run(self) -> None:
        """Replace all uses, and the imports of these names."""
        for statement in self._draft.walk(ast.ImportFrom):
            self._import(statement)
        for node in self._draft.walk(ast.Attribute):
            self._visit(node)
        for name in self._draft.walk(ast.Name):
            self._visit(name)
        for module in self._draft.walk(ast.Import):
            self._drop_if_unused(module)

    def _drop_if_unused(self, statement: ast.Import) -> None:
        """Remove an import whose every use has been replaced."""
        bound = statement.names[0].asname or statement.names[0].name.partition(".")[0]
        if len(statement.names) > 1 or bound in self._modules or self._draft.is_replaced(statement):
            return
        uses = [node for node in self._draft.walk(ast.Name) if node.id == bound]
        if uses and all(node in self._done for node in uses):
            self._draft.remove(statement)

    def _module(self, name: str) -> str:
        """Return the name that the file has for a module; it is imported if need be."""
        found = self._draft.module(name, _ALIASES.get(name, ""))
        self._modules.add(found.partition(".")[0])
        return found

    def _visit(self, node: ast.Attribute | ast.Name) -> None:
        if node in self._done or not isinstance(node.ctx, ast.Load) or self._draft.is_replaced(node):
            return
        full = self._draft.full_name(node)
        if not full or (isinstance(node, ast.Name) and not self._is_imported(node)):
            return
        target = self._resolve(full)
        if not target:
            return
        self._done.update(ast.walk(node))
        parent = self._draft.parent(node)
        call = parent if isinstance(parent, ast.Call) and parent.func is node else None
        if target.startswith("="):
            self._expression(node, call, target[1:], full)
        elif target.startswith("support:"):
            self._draft.replace(node, self._draft.support(target.removeprefix("support:")))
        else:
            self._draft.replace(node, self.at(target, bare=isinstance(node, ast.Name)))

    def _is_imported(self, node: ast.Name) -> bool:
        """Return whether a name is what the import gave, not a variable of the same name."""
        return not self._draft.scopes.is_builtin(node) and self._is_free(node.id)

    def _expression(self, node: ast.expr, call: ast.Call | None, written: str, full: str) -> None:
        """Replace a name, or a call of it, by an expression."""
        places = [*map(int, _PLACE.findall(written))]
        if not places:
            name = self._with_modules(written)
            self._draft.replace(node, name)
            return
        plain = call is not None and not call.keywords and not any(isinstance(one, ast.Starred) for one in call.args)
        if call is None or not plain or len(call.args) != max(places) + 1:
            name = full.rpartition(".")[2]
            if supports.exists(name):
                self._draft.replace(node, self._draft.support(name))
            return
        pieces: list[str | ast.AST] = []
        for number, part in enumerate(_PLACE.split(self._with_modules(written))):
            if number % 2 == 0:
                pieces.append(part)
                continue
            argument = call.args[int(part)]
            after = written[written.index("{" + part + "}") + 3 :]
            pieces += self._draft.operand(argument) if after.startswith((".", "[")) else (argument,)
        self._draft.replace(call, *pieces)

    def _with_modules(self, written: str) -> str:
        """Return an expression with the names that the file has for the modules in it."""

        def name(match: re.Match[str]) -> str:
            module, rest, last = match.groups()
            return f"{self._module(module)}{rest}.{last}"

        return _FULL_NAME.sub(name, written)

    def at(self, place: str, *, bare: bool = False) -> str:
        """Return the expression for a place such as "numpy.exceptions:AxisError"; it is imported if need be.

        Args:
            place: the module and the name in it, or a module alone.
            bare: prefer the name without its module.
        """
        module, _, name = place.partition(":")
        if module == "builtins":
            return name
        package, _, inner = module.partition(".")
        if not name:
            return self._module(module)
        if package == "numpy":
            if bare and self._is_free(name):
                return self._draft.from_module(module, name)
            return ".".join(part for part in (self._module("numpy"), inner, name) if part)
        if bare and self._is_free(name):
            return self._draft.from_module(module, name)
        return f"{self._module(module)}.{name}"

    def _is_free(self, name: str) -> bool:
        """Return whether the file binds a name to nothing but imports."""
        return name not in self._draft.bound

    def _import(self, statement: ast.ImportFrom) -> None:
        """Drop old names from an import; what they are replaced by is imported where it is used."""
        if statement.level or not statement.module or self._draft.is_replaced(statement):
            return
        kept = [
            alias for alias in statement.names if alias.name == "*" or not self._resolved(statement.module, alias.name)
        ]
        if len(kept) == len(statement.names):
            return
        if not kept:
            self._draft.remove(statement)
            return
        names = ", ".join(f"{one.name} as {one.asname}" if one.asname else one.name for one in kept)
        self._draft.replace(statement, f"from {statement.module} import {names}")

    def _resolved(self, module: str, name: str) -> bool:
        target = self._resolve(f"{module}.{name}")
        if not target.startswith("=") or not _PLACE.search(target):
            return bool(target)
        # A call of other arguments than those that it is written for may have stayed.
        return supports.exists(name)
