"""What the calls in a file may do: print, raise, or change something."""

from __future__ import annotations

import ast

from pong_pg.legacy.modernize import supports
from pong_pg.legacy.modernize.draft import Draft

# Builtins that do nothing but give a value.
PURE = frozenset([
    "abs", "all", "any", "basestring", "bool", "chr", "cmp", "complex", "dict", "divmod", "enumerate", "float",
    "frozenset", "hasattr", "hash", "hex", "id", "int", "isinstance", "issubclass", "iter", "len", "list", "long",
    "max", "min", "oct", "ord", "pow", "range", "repr", "reversed", "round", "set", "slice", "sorted", "str", "sum",
    "tuple", "type", "unichr", "unicode", "xrange", "zip", "map", "filter", "reduce", "getattr",
])  # fmt: skip
_PURE_METHODS = frozenset([
    "capitalize", "center", "count", "encode", "decode", "endswith", "find", "format", "get", "has_key", "index",
    "isalnum", "isalpha", "isdigit", "islower", "isspace", "isupper", "items", "iteritems", "iterkeys", "itervalues",
    "join", "keys", "ljust", "lower", "lstrip", "replace", "rfind", "rjust", "rsplit", "rstrip", "split",
    "splitlines", "startswith", "strip", "swapcase", "title", "upper", "values", "zfill",
])  # fmt: skip
_MUTATE = frozenset(
    ["add", "append", "clear", "extend", "insert", "pop", "popitem", "remove", "reverse", "sort", "update"]
)
_SAFE = frozenset(["bool", "id", "repr", "str", "type"])
_NUMBERS = frozenset(["bool", "float", "int", "long"])
# What goes on with a generator.
_RESUME = frozenset(["next", "send"])
_MAY_PRINT = frozenset(["eval", "exec", "execfile", "input", "print", "raw_input", "help", "__import__", "reload"])


class OwnCalls:
    """What the calls in a file may do.

    Args:
        draft: the file.
    """

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._functions: dict[str, list[ast.AST]] = {}
        for node in draft.walk(ast.FunctionDef):
            self._functions.setdefault(node.name, []).append(node)
        for statement in draft.walk(ast.Assign):
            if isinstance(statement.value, ast.Lambda):
                for target in statement.targets:
                    if isinstance(target, ast.Name):
                        self._functions.setdefault(target.id, []).append(statement.value)
        # All names of functions but those that make objects.
        self._methods = frozenset(self._functions)
        for kind in draft.walk(ast.ClassDef):
            self._functions.setdefault(kind.name, []).extend(
                node for node in kind.body if isinstance(node, ast.FunctionDef) and node.name == "__init__"
            )
        self._generators = {
            node.name
            for node in draft.walk(ast.FunctionDef)
            if any(isinstance(part, ast.Yield) for part in ast.walk(node))
        }
        self._printing: dict[str, bool] = {}
        self._mutating: dict[str, bool] = {}
        self._raising: dict[str, bool] = {}
        self._has_handlers = any(draft.walk(ast.ExceptHandler))

    def may_print(self, node: ast.AST, *, only_own: bool = False) -> bool:
        """Return whether evaluating something may print.

        Args:
            node: the expression or statement.
            only_own: functions that are not known print nothing.
        """
        for call in _calls_in(node):
            name = _name(call.func)
            if name in _RESUME and name not in self._functions:
                if any(self._function_prints(generator) for generator in self._generators):
                    return True
            elif name in self._functions:
                if self._function_prints(name):
                    return True
            elif isinstance(call.func, ast.Name) and not only_own:
                is_known = name in self._draft.names or self._draft.scopes.is_builtin(call.func)
                if name in _MAY_PRINT or not is_known:
                    return True
            elif name in _MAY_PRINT or self._draft.full_name(call.func) == "sys.stdout.write":
                return True
        return False

    def may_raise(self, node: ast.AST) -> bool:
        """Return whether evaluating something calls a function of the file that raises something to be caught."""
        return self._has_handlers and any(self._function_raises(_name(call.func)) for call in _calls_in(node))

    def may_fail(self, node: ast.AST) -> bool:
        """Return whether evaluating something may raise an exception, for what its values may be."""
        for part in ast.walk(node):
            match part:
                case ast.Call(func=ast.Name(id=name) as function, args=args):
                    is_safe = name in _SAFE and len(args) == 1 and self._draft.scopes.is_builtin(function)
                    if not is_safe and not supports.exists(name):
                        return True
                case ast.Call() | ast.Subscript():
                    return True
                case ast.BinOp(left=left, right=right, op=operator):
                    kinds = (self._draft.kinds.of(left) | self._draft.kinds.of(right)).names
                    is_division = isinstance(operator, ast.Div | ast.FloorDiv | ast.Mod | ast.Pow)
                    is_format = isinstance(operator, ast.Mod) and isinstance(left, ast.Constant)
                    if not is_format and (is_division or not kinds <= _NUMBERS):
                        return True
        return False

    def may_act(self, node: ast.AST) -> bool:
        """Return whether evaluating something may do more than give a value."""
        for call in _calls_in(node):
            name = _name(call.func)
            if isinstance(call.func, ast.Name):
                if name not in PURE or not self._draft.scopes.is_builtin(call.func):
                    return True
            elif name not in _PURE_METHODS or name in self._functions:
                return True
        return any(isinstance(part, ast.Yield | ast.NamedExpr | ast.Await) for part in ast.walk(node))

    def is_pure_function(self, node: ast.expr) -> bool:
        """Return whether calling a function does nothing but give a value, whenever it is called."""
        match node:
            case ast.Lambda(body=body):
                return not self.may_act(body)
            case ast.Name(id=name):
                return name in PURE and self._draft.scopes.is_builtin(node)
            case ast.Attribute(value=ast.Name(id="str" | "unicode"), attr=name):
                return name in _PURE_METHODS
            case ast.Attribute():
                return self._draft.full_name(node).startswith(("math.", "operator.", "numpy."))
        return isinstance(node, ast.Constant)

    def may_mutate(self, node: ast.AST) -> bool:
        """Return whether evaluating something calls a function of the file that changes some object."""
        return any(
            self._function_mutates(name) for call in _calls_in(node) if (name := _name(call.func)) in self._functions
        )

    def _function_mutates(self, name: str) -> bool:
        if name not in self._mutating:
            self._mutating[name] = False
            for part in (part for function in self._functions[name] for part in ast.walk(function)):
                match part:
                    case ast.Attribute(value=ast.Name(id="self"), ctx=ast.Store()) if name not in self._methods:
                        # A new object's.
                        pass
                    case ast.Attribute(ctx=ast.Store() | ast.Del()) | ast.Subscript(ctx=ast.Store() | ast.Del()):
                        self._mutating[name] = True
                    case ast.Call(func=ast.Attribute(attr=method)) if method in _MUTATE:
                        self._mutating[name] = True
                    case ast.Call(func=called) if _name(called) in self._functions:
                        self._mutating[name] |= self._function_mutates(_name(called))
        return self._mutating[name]

    def may_change(self, function: str, name: str) -> bool:
        """Return whether a function of the file changes items of something of this name, or calls another function."""
        for part in (part for node in self._functions.get(function, []) for part in ast.walk(node)):
            match part:
                case ast.Subscript(value=changed, ctx=ast.Store() | ast.Del()) if _last_name(changed) == name:
                    return True
                case ast.Call(func=ast.Attribute(value=changed, attr="pop" | "popitem" | "clear" | "update")):
                    if _last_name(changed) == name:
                        return True
                case ast.Call(func=called, args=args):
                    if any(_last_name(argument) == name for argument in args) or (
                        _name(called) in self._functions and _name(called) != function
                    ):
                        return True
        return False

    def _function_prints(self, name: str) -> bool:
        if name not in self._printing:
            self._printing[name] = False
            for function in self._with_wrappers(name):
                body: list[ast.AST] = (
                    list(getattr(function, "body", [])) if isinstance(function, ast.FunctionDef) else []
                )
                body = body or [function.body] if isinstance(function, ast.Lambda) else body
                if any(self.may_print(part, only_own=True) for part in body):
                    self._printing[name] = True
        return self._printing[name]

    def _with_wrappers(self, name: str) -> list[ast.AST]:
        """Return the functions of a name, and those in the functions of the file that decorate them."""
        found = list(self._functions[name])
        for function in self._functions[name]:
            for decorator in getattr(function, "decorator_list", []):
                by = decorator.func if isinstance(decorator, ast.Call) else decorator
                for one in self._functions.get(_name(by), []):
                    found += [part for part in ast.walk(one) if isinstance(part, ast.FunctionDef | ast.Lambda)]
        return found

    def _function_raises(self, name: str) -> bool:
        if name not in self._raising:
            self._raising[name] = False
            self._raising[name] = any(
                isinstance(part, ast.Raise) or (isinstance(part, ast.Call) and self._function_raises(_name(part.func)))
                for function in self._functions.get(name, [])
                for part in ast.walk(function)
            )
        return self._raising[name]


def _name(function: ast.expr) -> str:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _last_name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def _calls_in(node: ast.AST) -> list[ast.Call]:
    """Return the calls that evaluating something makes: not those in functions that it only defines."""
    found = [node] if isinstance(node, ast.Call) else []
    if isinstance(node, ast.Lambda | ast.FunctionDef):
        return found
    for child in ast.iter_child_nodes(node):
        found += _calls_in(child)
    return found
