"""Find the packages that a test module reaches, by reading its source and that of `pong_pg`; nothing is imported.

A test module reaches what its code names, and what the functions and classes named there name in turn. Importing a
module runs its top level, but none of its functions: each top-level function or class is followed only once something
that is reached names it. Followed are imports at the top and inside functions, attributes of imported modules, names
that a module loads on demand from a table, fixtures, modules named by a string (`importlib.import_module("a.b")`,
`python -m pong_pg`), and imports in Python source that is held in a string. Where the source leaves it open what is
used, everything is: too much may be found, but not too little.
"""

from __future__ import annotations

import ast
import functools
import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parent
PACKAGE = TESTS.parent / "pong_pg"
# What differs between the stacks, by the names of modules and of distributions.
ENVIRONMENTS = frozenset({"gym", "gymnasium", "shimmy", "ale_py", "atari_py"})
RAY = frozenset({"ray"})

# Its table of algorithms is read when a run is begun, and what begins one names environments and Ray itself.
_LOADED_LATER = frozenset({"pong_pg.registry"})
# Their functions are called by whoever names them; other decorators may hand a function to somebody else.
_PLAIN_DECORATORS = {"contextlib", "contextmanager", "dataclass", "functools", "overload", "property", "pytest"}
_MODULE_NAME = re.compile(r"[A-Za-z_]\w*(?:[.-]\w+)*")
_IMPORT_IN_TEXT = re.compile(r"(?:^|[;\n])\s*(?:from|import)\s+([\w.]+)(?:\s+import\s+([\w, ]+))?")
_Function = ast.FunctionDef | ast.AsyncFunctionDef

# A place to go on reading at: a module and one of its names; "" is its top level, "*" all that it has.
Place = tuple[str, str]


@dataclass
class Module:
    """The source of one module, taken apart.

    Attributes:
        name: its full name, such as "pong_pg.compat.ale".
        definitions: its top-level functions and classes.
        aliases: what its imports bind: (module, name), or (module, "") for a module itself.
        top: the nodes that run when it is imported.
        tables: for a name, the modules under which its dictionaries of strings list it.
    """

    name: str
    definitions: dict[str, list[ast.AST]] = field(default_factory=dict)
    aliases: dict[str, Place] = field(default_factory=dict)
    top: list[ast.AST] = field(default_factory=list)
    tables: dict[str, set[str]] = field(default_factory=dict)


def reached(test_module: Path) -> dict[str, str]:
    """Return the packages of ENVIRONMENTS and RAY that a test module reaches, each with the way to it."""
    found: dict[str, str] = {}
    start = ".".join(test_module.relative_to(TESTS).with_suffix("").parts)
    came_from: dict[Place, Place | None] = {(start, "*"): None}
    waiting: list[Place] = [(start, "*")]
    while waiting:
        place = waiting.pop()
        for next_place in _next(place):
            package = next_place[0].partition(".")[0]
            if package in ENVIRONMENTS | RAY:
                found.setdefault(package, _way(place, came_from))
            elif next_place not in came_from:
                came_from[next_place] = place
                waiting.append(next_place)
    return found


def _way(place: Place | None, came_from: dict[Place, Place | None]) -> str:
    steps = []
    while place is not None:
        steps.append(".".join(filter(None, place)).removesuffix(".*"))
        place = came_from[place]
    return " -> ".join(dict.fromkeys(reversed(steps)))


@functools.cache
def _next(place: Place) -> tuple[Place, ...]:
    """Return where reading goes on from a place."""
    module_name, name = place
    module = _module(module_name)
    if module is None:
        return ()
    parent = [(module_name.rpartition(".")[0], "")] if module_name.startswith("pong_pg.") else []
    if name == "":
        return (*parent, *_named_in(module.top, module))
    if name == "*":
        whole = [*module.top, *(node for nodes in module.definitions.values() for node in nodes)]
        return (*parent, *module.aliases.values(), *_named_in(whole, module))
    # Fixtures are found without running the top level of conftest, which every test shares.
    return (*([(module_name, "")] if module_name != "conftest" else []), *_meaning_of(name, module))


def _meaning_of(name: str, module: Module) -> list[Place]:
    """Return where reading goes on from a name of a module."""
    if name in module.definitions:
        return _named_in(module.definitions[name], module)
    if name in module.aliases:
        return [module.aliases[name]]
    if _module(f"{module.name}.{name}") is not None:
        return [(f"{module.name}.{name}", "")]
    if "__getattr__" in module.definitions:
        homes = [home for home in module.tables.get(name, ()) if _module(home) is not None]
        return [(home, name) for home in homes] or [(module.name, "*")]
    return []


@functools.cache
def _file_of(module: str) -> Path | None:
    parts = module.split(".")
    if parts[0] == "pong_pg":
        base = PACKAGE.joinpath(*parts[1:])
        candidates = [base / "__init__.py", base.with_suffix(".py")] if parts[1:] else [base / "__init__.py"]
    else:
        # The tests import their helpers from their own folder and from tests/.
        candidates = [TESTS.joinpath(*parts).with_suffix(".py"), *TESTS.glob(f"*/{module}.py")]
    return next((path for path in candidates if path.is_file()), None)


@functools.cache
def _module(name: str) -> Module | None:
    file = _file_of(name)
    if file is None:
        return None
    module = Module(name)
    package = name if file.name == "__init__.py" else name.rpartition(".")[0]
    for node in _executed(ast.parse(file.read_text()).body):
        if isinstance(node, ast.Import | ast.ImportFrom):
            module.aliases.update(_bound_by(node, package))
            module.top.append(node)
        elif isinstance(node, _Function | ast.ClassDef):
            module.definitions.setdefault(node.name, []).append(node)
            module.top.extend(_runs_at_once(node))
        else:
            module.top.append(node)
    if "__getattr__" in module.definitions or name in _LOADED_LATER:
        # What its tables name is loaded when it is asked for.
        tables = {node: node.value for node in module.top if isinstance(node, ast.Assign | ast.AnnAssign)}
        for node, table in tables.items():
            if isinstance(table, ast.Dict):
                module.top.remove(node)
                for key, value in zip(table.keys, table.values, strict=True):
                    if isinstance(key, ast.Constant) and isinstance(value, ast.Constant):
                        for loaded in str(value.value).split():
                            module.tables.setdefault(loaded, set()).add(str(key.value))
    return module


def _executed(statements: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements at the top level, also under `if` and `try`, without what is there for type checkers alone."""
    for statement in statements:
        if isinstance(statement, ast.If) and "TYPE_CHECKING" in ast.unparse(statement.test):
            yield from _executed(statement.orelse)
        elif isinstance(statement, ast.If | ast.Try | ast.With):
            for part in ("body", "orelse", "finalbody"):
                yield from _executed(getattr(statement, part, []))
            for handler in getattr(statement, "handlers", []):
                yield from _executed(handler.body)
            yield ast.Expr(statement.test) if isinstance(statement, ast.If) else ast.Pass()
        else:
            yield statement


def _runs_at_once(node: _Function | ast.ClassDef) -> list[ast.AST]:
    """What of a function or a class runs when it is defined."""
    if isinstance(node, ast.ClassDef):
        inside = [part for child in node.body if isinstance(child, _Function) for part in _runs_at_once(child)]
        plain = [child for child in node.body if not isinstance(child, _Function)]
        return [*node.decorator_list, *node.bases, *node.keywords, *plain, *inside]
    defaults = [*node.args.defaults, *filter(None, node.args.kw_defaults)]
    registered = [
        node for one in node.decorator_list if not _PLAIN_DECORATORS & set(re.findall(r"\w+", ast.unparse(one)))
    ]
    return [*node.decorator_list, *defaults, *registered]


def _bound_by(node: ast.Import | ast.ImportFrom, package: str) -> dict[str, Place]:
    if isinstance(node, ast.Import):
        return {alias.asname or alias.name.partition(".")[0]: _imported(alias) for alias in node.names}
    base = node.module or ""
    if node.level:
        base = ".".join(filter(None, [*package.split(".")[: len(package.split(".")) - node.level + 1], node.module]))
    bound = {}
    for alias in node.names:
        submodule = f"{base}.{alias.name}"
        bound[alias.asname or alias.name] = (submodule, "") if _file_of(submodule) else (base, alias.name)
    return bound


def _imported(alias: ast.alias) -> Place:
    return (alias.name if alias.asname else alias.name.partition(".")[0], "")


def _named_in(nodes: Iterable[ast.AST], module: Module) -> list[Place]:
    """Return the places that these nodes of a module name."""
    package = module.name if (_file_of(module.name) or Path()).name == "__init__.py" else module.name.rpartition(".")[0]
    reader = _Reader(module, package)
    for node in nodes:
        reader.bind(node)
    for node in nodes:
        reader.visit(node)
    return list(dict.fromkeys(reader.places))


def _chain(node: ast.expr) -> list[Any]:
    """Return the names of `base.first.second`, the last first, and `base` itself."""
    return [node.attr, *_chain(node.value)] if isinstance(node, ast.Attribute) else [node]


class _Reader(ast.NodeVisitor):
    """Collects the places that source names; leaves out annotations and docstrings, which don't run."""

    def __init__(self, module: Module, package: str) -> None:
        self.places: list[Place] = []
        self._module = module
        self._package = package
        self._aliases = dict(module.aliases)

    def bind(self, node: ast.AST) -> None:
        """Learn what the imports inside a function bind."""
        for child in ast.walk(node):
            if isinstance(child, ast.Import | ast.ImportFrom):
                self._aliases.update(_bound_by(child, self._package))

    def visit_Import(self, node: ast.Import) -> None:
        self.places += [(alias.name, "") for alias in node.names]

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        for name, (home, attribute) in _bound_by(node, self._package).items():
            # Its top level runs; the name itself is followed where it is used.
            self.places.append((home, "*" if name == "*" else ""))
            if not attribute:
                self.places.append((home.rpartition(".")[0], ""))

    def visit_Name(self, node: ast.Name) -> None:
        if node.id in self._aliases:
            home, attribute = self._aliases[node.id]
            # A module that is handed on: anything of it may be used.
            self.places.append((home, attribute or "*"))
        elif node.id in self._module.definitions:
            self.places.append((self._module.name, node.id))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        *chain, base = _chain(node)
        home, attribute = self._aliases.get(base.id, ("", "")) if isinstance(base, ast.Name) else ("", "")
        if not home or attribute:
            self.visit(base)
            return
        for name in reversed(chain):
            if _file_of(f"{home}.{name}") is None:
                self.places.append((home, name))
                return
            home = f"{home}.{name}"
        self.places.append((home, "*"))

    def visit_arg(self, node: ast.arg) -> None:
        if not self._module.name.startswith("pong_pg"):
            # It may be a fixture.
            home = self._module.name if node.arg in self._module.definitions else "conftest"
            self.places.append((home, node.arg))

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        for part in (node.target, node.value):
            if part is not None:
                self.visit(part)

    def _visit_function(self, node: _Function) -> None:
        for part in (*node.decorator_list, node.args, *node.body):
            self.visit(part)

    visit_FunctionDef = visit_AsyncFunctionDef = _visit_function  # noqa: N815

    def visit_Dict(self, node: ast.Dict) -> None:
        # A key names nothing that is used; what stands under it may.
        for part in (*(key for key in node.keys if not isinstance(key, ast.Constant | None)), *node.values):
            self.visit(part)

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        parts = [part.value if isinstance(part, ast.Constant) else "\0" for part in node.values]
        self._text("".join(map(str, parts)))
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.visit(part.value)

    def visit_List(self, node: ast.List) -> None:
        words = [child.value if isinstance(child, ast.Constant) else None for child in node.elts]
        if ("-m", "pong_pg") in itertools.pairwise(words):
            self.places.append(("pong_pg.__main__", "*"))
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str):
            self._text(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                self._package_named(argument.value)
        self.generic_visit(node)

    def _text(self, text: str) -> None:
        prefix = text.partition("\0")[0]
        if "\0" in text and prefix.startswith("pong_pg.") and _MODULE_NAME.fullmatch(prefix.rstrip(".")):
            files = PACKAGE.joinpath(*prefix.rpartition(".")[0].split(".")[1:]).rglob("*.py")
            self.places += [(_name_of(file), "*") for file in files]
        elif text.startswith("pong_pg.") and _MODULE_NAME.fullmatch(text):
            self._module_named(text)
        self.places += [(module, "load_ipython_extension") for module in re.findall(r"%load_ext ([\w.]+)", text)]
        for base, names in _IMPORT_IN_TEXT.findall(text):
            self.places.append((base, ""))
            for name in filter(None, (name.strip() for name in names.split(","))):
                self.places.append((base, name.split()[0]))
            if not names:
                self.places += [(base, name) for name in re.findall(rf"{re.escape(base)}\.(\w+)", text)]

    def _module_named(self, name: str) -> None:
        home, attribute = name, "*"
        while home != "pong_pg" and _file_of(home) is None:
            home, _, attribute = home.rpartition(".")
        self.places.append((home, attribute))

    def _package_named(self, text: str) -> None:
        package = re.split(r"[.<>=]", text.replace("-", "_"))[0]
        if package in ENVIRONMENTS | RAY:
            self.places.append((package, ""))


def _name_of(file: Path) -> str:
    return ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
