"""Imports of modules that have another name today, with all uses of them, and of names that modules no longer have."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import cast

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.python2 import module_functions
from pong_pg.legacy.modernize.rules.python2.modern_names import Target, is_known, modules_of, target_of

# Their functions are builtins now; Python 2's builtins of these names gave lists, so they are to be changed first.
_LATE = frozenset({"itertools"})


def modules(draft: Draft) -> None:
    """Import what modules are called today, and use it."""
    _change(draft, is_late=False)


def late_modules(draft: Draft) -> None:
    """Do the same for the modules whose names are builtins today."""
    _change(draft, is_late=True)


def _change(draft: Draft, *, is_late: bool) -> None:
    work = _Modules(draft, is_late=is_late)
    for statement in draft.walk(ast.Import):
        work.change_import(statement)
    for one in draft.walk(ast.ImportFrom):
        if one.module and not one.level:
            work.change_import_from(one, one.module)
    work.import_the_rest()


class _Modules:
    def __init__(self, draft: Draft, *, is_late: bool) -> None:
        self._draft = draft
        self._is_late = is_late
        self._uses: dict[tuple[object, str], list[ast.Name]] = {}
        for node in draft.walk(ast.Name):
            self._uses.setdefault(draft.scopes.variable(node), []).append(node)
        self._bound = _names_bound(draft.tree)
        # What the file's top level did not import before.
        self._added: set[str] = set()
        self._needed: list[str] = []

    def change_import(self, statement: ast.Import) -> None:
        """Change `import a, b`."""
        new: list[str] = []
        for alias in statement.names:
            new += self._of_alias(statement, alias) if self._is_old(alias.name) else [self._draft.source(alias)]
        old = [self._draft.source(alias) for alias in statement.names]
        new = list(dict.fromkeys(new))
        if statement in self._draft.tree.body:
            new = [part for part in new if part not in self._added]
            self._added |= set(new) - set(old)
        if not new:
            self._draft.remove(statement)
        elif new != old:
            self._draft.replace(statement, "import " + ", ".join(new))

    def _is_old(self, module: str) -> bool:
        if (module in _LATE) != self._is_late:
            return False
        return is_known(module) and module.partition(".")[0] not in self._draft.facts.around.own

    def _of_alias(self, statement: ast.Import, alias: ast.alias) -> list[str]:
        """Return what to import instead of a module, and change its uses."""
        module, draft = alias.name, self._draft
        bound = alias.asname or module.partition(".")[0]
        uses = self._uses.get(draft.scopes.variable_in(statement, bound), [])
        wanted, bare, kept = self._sorted_uses(uses, module, module if not alias.asname else "")
        kept += module in draft.used_modules
        modern = modules_of(module)
        if not modern or modern[0] == module:
            # It has its own name still.
            return [draft.source(alias)] * bool(kept or bare or not uses) + self._use(wanted)
        if modern[0] == "builtins" and not bare:
            return self._use(wanted)
        if uses and not (wanted or bare or kept):
            return []
        first = next((one for one in modern if one in wanted), modern[0])
        if wanted and first not in wanted and not bare:
            return self._use(wanted)
        name = alias.asname or (module if self._is_taken(first) else "")
        for use in bare:
            draft.replace(use, name or first)
        for node in wanted.pop(first, []):
            self._rename(node, name or first)
        return [_as(first, name), *self._use(wanted)]

    def _sorted_uses(
        self, uses: list[ast.Name], module: str, dotted: str
    ) -> tuple[dict[str, list[ast.Attribute]], list[ast.expr], int]:
        """Return attributes of a module by the modules that have them today, other uses of it, and how many stay."""
        wanted: dict[str, list[ast.Attribute]] = {}
        bare: list[ast.expr] = []
        kept = 0
        for use in uses:
            attribute = _attribute(self._draft, use, dotted)
            if attribute is None:
                bare.append(use)
                continue
            target = target_of(module, attribute.attr)
            if target is None:
                inner = self._draft.parent(attribute)
                within = isinstance(inner, ast.Attribute) and target_of(f"{module}.{attribute.attr}", inner.attr)
                # Such as `os.path.walk`.
                kept += not (within and not within.module and self._replace(cast("ast.expr", inner), within))
            elif target.module == module:
                self._draft.replace(attribute, attribute.value, f".{target.name}")
                kept += 1
            elif not target.module:
                kept += not self._replace(attribute, target)
            else:
                wanted.setdefault(target.module, []).append(attribute)
        return wanted, bare, kept

    def _use(self, wanted: dict[str, list[ast.Attribute]]) -> list[str]:
        """Let attributes of a module be those of others; return the imports of these."""
        new = []
        for module, nodes in wanted.items():
            name = module.replace(".", "_") + "_module" if self._is_taken(module) else module
            for node in nodes:
                self._rename(node, name)
            new.append(_as(module, name))
        return new

    def _rename(self, attribute: ast.Attribute, module: str) -> None:
        target = target_of(self._draft.full_name(attribute.value), attribute.attr)
        name = target.name if target else attribute.attr
        self._draft.replace(attribute, f"{module}.{name}" if name else module)

    def _is_taken(self, module: str) -> bool:
        """Return whether the file has something else by the name of a module, so that it can't be imported as it."""
        top = module.partition(".")[0]
        others = {other for other in self._bound.get(top, set()) if modules_of(other)[:1] != (module,)}
        return bool(others - {top, module})

    def _replace(self, node: ast.expr, target: Target) -> bool:
        """Let something that is in no module stand for an old name."""
        draft = self._draft
        parent = draft.parent(node)
        call = parent if isinstance(parent, ast.Call) and parent.func is node else None
        if target.is_function:
            return module_functions.replace(draft, node, call, target.name)
        if target.name.startswith("."):
            if call and call.args and not isinstance(call.args[0], ast.Starred):
                others = [piece for other in call.args[1:] for piece in (", ", other)][1:]
                draft.replace(call, *draft.operand(call.args[0]), f"{target.name}(", *others, ")")
            else:
                draft.replace(node, f"str{target.name}")
            return True
        name = target.name if target.name not in self._bound else f"builtins.{target.name}"
        if "." in name:
            draft.module("builtins")
        draft.replace(node, name)
        return True

    def change_import_from(self, statement: ast.ImportFrom, module: str) -> None:
        """Change `from a import b`."""
        if not self._is_old(module):
            self._change_import_of_old_module(statement, module)
            return
        if statement.names[0].name == "*":
            self._change_star(statement, module)
            return
        new: dict[str, list[str]] = {}
        changed = False
        if statement in self._draft.tree.body:
            # What takes the place of a name may have that name.
            self._draft.replace(statement, statement)
        for alias in statement.names:
            bound = alias.asname or alias.name
            uses = self._uses.get(self._draft.scopes.variable_in(statement, bound), [])
            target = target_of(module, alias.name)
            if target is None:
                first = next(iter(modules_of(module)), module)
                new.setdefault(first, []).append(_as(alias.name, alias.asname))
                changed = changed or first != module
            elif target.module and target.name:
                name = bound
                if not alias.asname and target.name != alias.name and target.name not in self._bound:
                    name = target.name
                    for use in uses:
                        self._draft.replace(use, name)
                new.setdefault(target.module, []).append(_as(target.name, name))
                changed = changed or (target.module, target.name) != (module, alias.name)
            elif target.module:
                # A module that was in another, such as `errno` in `os`.
                self._needed.append(f"import {_as(target.module, bound)}")
                changed = True
            elif not [use for use in uses if not self._replace(use, target)]:
                changed = True
            else:
                new.setdefault(module, []).append(_as(alias.name, alias.asname))
        if changed:
            self._write_import_from(statement, module, new)

    def _write_import_from(self, statement: ast.ImportFrom, module: str, new: dict[str, list[str]]) -> None:
        draft = self._draft
        if list(new.values()) == [[_as(alias.name, alias.asname) for alias in statement.names]]:
            # The names are the same, so their layout stays.
            place = draft.start(statement) + len("from")
            draft.change_between(place, draft.end(statement), module, next(iter(new)))
            return
        lines = [f"from {one} import {', '.join(dict.fromkeys(names))}" for one, names in new.items()]
        if not lines:
            draft.remove(statement)
        elif draft.begins_line(statement):
            draft.replace(statement, f"\n{draft.indent(statement)}".join(lines))
        else:
            draft.replace(statement, "; ".join(lines))

    def _change_star(self, statement: ast.ImportFrom, module: str) -> None:
        draft = self._draft
        modern = modules_of(module)
        old = {name for (_, name) in self._uses if name not in self._bound and target_of(module, name)}
        done = True
        lines = []
        for name in sorted(old):
            target = target_of(module, name)
            uses = [use for (_, one), uses in self._uses.items() if one == name for use in uses]
            if target and target.module and target.module not in modern:
                lines.append(f"from {target.module} import {_as(target.name, name)}")
            elif target and not target.module:
                replaced = [self._replace(use, target) for use in uses]
                done = done and all(replaced)
        stars = [f"from {one} import *" for one in modern if one != "builtins"] or [draft.source(statement)]
        if (lines or stars != [draft.source(statement)]) and done:
            draft.replace(statement, f"\n{draft.indent(statement)}".join([*stars, *lines]))

    def _change_import_of_old_module(self, statement: ast.ImportFrom, module: str) -> None:
        """Change `from xml.etree import cElementTree` and `from six.moves import ...`."""
        for alias in statement.names:
            modern = modules_of(f"{module}.{alias.name}")
            if modern and len(statement.names) == 1:
                package, _, name = modern[0].rpartition(".")
                bound = alias.asname or alias.name
                self._draft.replace(statement, f"from {package} import {_as(name, bound)}")

    def import_the_rest(self) -> None:
        """Add the imports that no statement was there for."""
        for line in dict.fromkeys(self._needed):
            self._draft.module(*line.removeprefix("import ").split(" as "))


def _as(name: str, bound: str | None) -> str:
    return name if not bound or bound == name else f"{name} as {bound}"


def _attribute(draft: Draft, use: ast.Name, module: str) -> ast.Attribute | None:
    """Return the attribute of a module that a name of it is used for; of `import a.b`, the one of `a.b`."""
    node: ast.AST = use
    for part in module.split(".")[1:]:
        parent = draft.parent(node)
        if not isinstance(parent, ast.Attribute) or parent.attr != part:
            return None
        node = parent
    parent = draft.parent(node)
    return parent if isinstance(parent, ast.Attribute) and parent.value is node else None


def _names_bound(tree: ast.Module) -> dict[str, set[str]]:
    """Return the names that a file binds anywhere, each with the modules that it is imported as; "" for all else."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                found.setdefault(name, set()).add("")
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found.setdefault(name, set()).add("")
            case ast.arg(arg=name) | ast.ExceptHandler(name=str(name)):
                found.setdefault(name, set()).add("")
            case ast.Import():
                for alias in node.names:
                    top = alias.name.partition(".")[0]
                    found.setdefault(alias.asname or top, set()).add(alias.name if alias.asname else top)
            case ast.ImportFrom():
                for alias in node.names:
                    found.setdefault(alias.asname or alias.name, set()).add(f"{node.module}.{alias.name}")
    return found


PASSES: tuple[Callable[[Draft], None], ...] = (modules,)
LATE_PASSES: tuple[Callable[[Draft], None], ...] = (late_modules,)
