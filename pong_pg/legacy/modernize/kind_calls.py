"""What calls give, and what they store in parameters and containers."""

from __future__ import annotations

import ast

from pong_pg.legacy.modernize.kind_containers import Containers
from pong_pg.legacy.modernize.kind_heap import Function, Inferring, parameters
from pong_pg.legacy.modernize.kind_values import (
    ARRAYS,
    BUILTINS,
    CONTAINERS,
    FILE_METHODS,
    FLOAT_ARRAY,
    FLOATS_BY_DEFAULT,
    NOT_OF_STRINGS_ALONE,
    NOTHING,
    OF_MODULES,
    OF_THEIR_ARGUMENTS,
    PURE,
    SAME_ARRAY,
    STRING_METHODS,
    UNKNOWN,
    WHOLE_ARRAY,
    Kind,
    Value,
    any_of,
    kind,
    made,
)

_ITERATORS = {"imap": "map", "ifilter": "filter", "izip": "zip"}


class Calls:
    """The calls of a file.

    Args:
        kinds: what its expressions are.
        tree: the file.
    """

    def __init__(self, kinds: Inferring, tree: ast.Module) -> None:
        self._kinds = kinds
        self._heap = kinds.heap
        self._of = kinds.while_unknown
        self._containers = Containers(kinds, self._apply)
        # The file's classes and methods, by name.
        self._classes = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
        self._methods: dict[str, list[Function]] = {}
        self._owner: dict[ast.AST, ast.ClassDef] = {}
        self._inner: dict[ast.Call, ast.Call] = {}
        for around in self._classes.values():
            for node in around.body:
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    self._methods.setdefault(node.name, []).append(node)
                    self._owner[node] = around

    def result(self, node: ast.Call) -> Kind:
        """Return what a call gives."""
        arguments = [self._of(argument) for argument in node.args]
        full = self._kinds.full_name(node.func)
        if full:
            return self._of_module(full, arguments, node)
        if isinstance(node.func, ast.Attribute):
            return self._method(node.func, arguments, node)
        return any_of(self._called(value, arguments, node) for value in self._of(node.func).values)

    def _called(self, value: Value, arguments: list[Kind], node: ast.Call) -> Kind:
        """Return what calling a value gives."""
        match value:
            case Value("builtin", str(name)):
                return self._builtin(name, arguments, node)
            case Value("function", ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda() as function):
                return self._function(function, arguments, node)
            case Value("namedtuple"):
                parts = [*arguments, *(self._of(keyword.value) for keyword in node.keywords)]
                self._heap.set_parts(node, parts)
                return made("tuple", node)
            case Value("class", ast.ClassDef() as of_class):
                for function in self._constructors(of_class):
                    self._function(function, [NOTHING, *arguments], node)
                return made("object", of_class)
        self._escape(arguments, node)
        return UNKNOWN

    def _constructors(self, of_class: ast.ClassDef) -> list[Function]:
        names = {of_class.name}
        while True:
            classes = [self._classes[name] for name in names if name in self._classes]
            more = {base.id for one in classes for base in one.bases if isinstance(base, ast.Name)} - names
            if not more:
                break
            names |= more
        return [one for one in self._methods.get("__init__", []) if self._owner[one].name in names]

    def _function(self, function: Function, arguments: list[Kind], node: ast.Call | None) -> Kind:
        """Store the arguments of a call of one of the file's functions, and return what it returns."""
        names = parameters(function)
        keywords = node.keywords if node is not None else []
        in_scope = self._kinds.scopes.variable_in
        is_spread = node is not None and any(isinstance(argument, ast.Starred) for argument in node.args)
        if is_spread or any(keyword.arg is None for keyword in keywords):
            for name in names:
                self._heap.put(in_scope(function.args, name), UNKNOWN)
        for name, argument in zip(names, arguments, strict=False):
            self._heap.put(in_scope(function.args, name), argument)
        for keyword in keywords:
            if keyword.arg in names:
                self._heap.put(in_scope(function.args, keyword.arg), self._of(keyword.value))
        return self._heap.get(("returned", function))

    def _apply(self, to: Kind, arguments: list[Kind], node: ast.Call) -> Kind:
        """Return what a function that is an argument gives for such arguments."""
        found = NOTHING
        for value in to.values:
            match value:
                case Value("function", ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda() as function):
                    found |= self._function(function, arguments, None)
                case Value("builtin", str(name)):
                    found |= self._builtin(name, arguments, self._without_keywords(node))
                case Value("none"):
                    found |= any_of(arguments)
                case _:
                    found |= UNKNOWN
        return found

    def _without_keywords(self, node: ast.Call) -> ast.Call:
        """Return what stands for the calls that a call makes of a function that it gets."""
        return self._inner.setdefault(node, ast.Call(node.func, node.args, []))

    def _escape(self, arguments: list[Kind], node: ast.Call) -> None:
        """Note that a function outside of the file gets arguments: it may change containers, and call functions."""
        for argument in [*arguments, *(self._of(keyword.value) for keyword in node.keywords)]:
            self._heap.add_items(argument.without("tuple"), UNKNOWN)
            self._heap.add_values(argument, UNKNOWN)
            for value in argument.values:
                if isinstance(value.site, Function):
                    for name in parameters(value.site):
                        self._heap.put(self._kinds.scopes.variable_in(value.site.args, name), UNKNOWN)

    # Modules.

    def _of_module(self, full: str, arguments: list[Kind], node: ast.Call) -> Kind:
        module, _, name = full.rpartition(".")
        typed = len(arguments) > 1 or any(keyword.arg == "dtype" for keyword in node.keywords)
        if full in FLOATS_BY_DEFAULT:
            return kind("array" if typed else "floats")
        if full in OF_THEIR_ARGUMENTS and not any(keyword.arg == "dtype" for keyword in node.keywords):
            return kind(self._array_of(any_of(arguments)))
        if full in OF_MODULES:
            return kind(OF_MODULES[full])
        if module == "itertools" and name in _ITERATORS:
            return self._builtin(_ITERATORS[name], arguments, node, lazy=True)
        if full in {"functools.reduce", "copy.copy", "copy.deepcopy", "random.sample", "random.choice"}:
            return self._of_arguments(name, arguments, node)
        if full == "heapq.heappush" and len(arguments) == 2:
            self._heap.add_items(arguments[0], arguments[1])
            return kind("none")
        if full in {"heapq.heappop", "random.choice"} and arguments:
            return self._heap.items(arguments[0])
        if full == "collections.defaultdict":
            self._heap.put(("values", node), self._apply(any_of(arguments[:1]), [], node))
            return self._containers.dict_of(arguments[1:], node)
        if full == "collections.Counter":
            self._heap.put(("items", node), any_of(map(self._heap.items, arguments)))
            self._heap.put(("values", node), kind("int"))
            return made("dict", node)
        if full == "collections.namedtuple":
            return made("namedtuple", node)
        if full == "collections.OrderedDict":
            return self._containers.dict_of(arguments, node)
        if module.partition(".")[0] not in PURE:
            self._escape(arguments, node)
        return UNKNOWN

    def _of_arguments(self, name: str, arguments: list[Kind], node: ast.Call) -> Kind:
        if name == "reduce":
            return self._builtin(name, arguments, node)
        if not arguments:
            return UNKNOWN
        if name == "sample":
            return self._containers.new("list", node, self._heap.items(arguments[0]))
        return self._heap.items(arguments[0]) if name == "choice" else arguments[0]

    def _array_of(self, what: Kind, depth: int = 0) -> str:
        """Return which array NumPy makes of something."""
        found: set[str] = set()
        for value in what.values:
            if value.name in {"list", "tuple"} and depth < 3:
                found.add(self._array_of(self._heap.items(Kind(frozenset([value]))), depth + 1))
            else:
                found.add({"float": "floats", "int": "ints", "bool": "array"}.get(value.name, value.name))
        if found and found <= {"floats", "ints"}:
            return "floats" if found == {"floats"} else "ints" if found == {"ints"} else "array"
        return "array"

    # Builtins.

    def _builtin(self, name: str, arguments: list[Kind], node: ast.Call, *, lazy: bool = False) -> Kind:
        first = arguments[0] if arguments else NOTHING
        items = self._heap.items
        sequence = "iterator" if lazy or not self._kinds.python2 else "list"
        for keyword in node.keywords:
            if keyword.arg in {"key", "cmp"} and arguments:
                self._apply(self._of(keyword.value), [items(first), items(first)], node)
        match name:
            case "range" | "xrange":
                return self._containers.new(
                    "list" if name == "range" and self._kinds.python2 else "iterator", node, kind("int")
                )
            case "abs":
                return any_of(kind("int") if v.name == "bool" else _plain(v) for v in first.values)
            case "round":
                if first.names & {"unknown", "object", *ARRAYS}:
                    return UNKNOWN
                return kind("float" if self._kinds.python2 or len(arguments) > 1 else "int")
            case "sum":
                found = items(first)
                return found | (arguments[1] if len(arguments) > 1 else kind("int"))
            case "min" | "max":
                if len(arguments) == 1:
                    return items(first)
                self._apply_keys(node, any_of(arguments))
                return any_of(arguments)
            case "sorted" | "list" | "tuple" | "set" | "frozenset" | "iter" | "reversed":
                made_of = {"sorted": "list", "frozenset": "set", "iter": "iterator", "reversed": "iterator"}
                if name == "sorted" and len(arguments) > 1:
                    self._apply(arguments[1], [items(first), items(first)], node)
                return self._containers.new(made_of.get(name, name), node, items(first))
            case "enumerate":
                return self._containers.pairs("iterator", node, [kind("int"), items(first)])
            case "zip":
                return self._containers.pairs(sequence, node, [items(argument) for argument in arguments])
            case "map" if len(arguments) > 1:
                return self._containers.new(sequence, node, self._apply(first, list(map(items, arguments[1:])), node))
            case "filter" if len(arguments) > 1:
                self._apply(first, [items(arguments[1])], node)
                made_filter = self._containers.new(sequence, node, items(arguments[1]))
                return made_filter | arguments[1] if arguments[1].names & {"str", "tuple", "unknown"} else made_filter
            case "reduce" if len(arguments) > 1:
                first_of = any_of([items(arguments[1]), *arguments[2:]])
                found = self._heap.get(("items", node)) | first_of
                self._heap.put(("items", node), found | self._apply(first, [found, items(arguments[1])], node))
                return self._heap.get(("items", node))
            case "next":
                return items(first) | any_of(arguments[1:])
            case "divmod" if len(arguments) == 2:
                part = self._kinds.operation(ast.FloorDiv(), first, arguments[1], node)
                self._heap.set_parts(node, [part, part])
                return made("tuple", node)
            case "pow" if len(arguments) > 1:
                return self._kinds.operation(ast.Pow(), arguments[0], arguments[1], node)
            case "dict":
                return self._containers.dict_of(arguments, node)
            case "type":
                return kind("builtin")
            case "vars" | "locals" | "globals":
                self._heap.put(("values", node), UNKNOWN)
                return self._containers.new("dict", node, kind("str"))
            case "getattr" | "eval" | "input" | "apply" | "super" | "object":
                return UNKNOWN
        if name in BUILTINS:
            return kind(*BUILTINS[name])
        self._escape(arguments, node)
        return kind("error") if name.endswith(("Error", "Exception")) else UNKNOWN

    def _apply_keys(self, node: ast.Call, items: Kind) -> None:
        for keyword in node.keywords:
            if keyword.arg == "key":
                self._apply(self._of(keyword.value), [items], node)

    # Methods.

    def _method(self, function: ast.Attribute, arguments: list[Kind], node: ast.Call) -> Kind:
        name = function.attr
        receiver = self._of(function.value)
        found = NOTHING
        for value in receiver.values:
            one = Kind(frozenset([value]))
            match value.name:
                case "builtin" if (value.site, name) == ("dict", "fromkeys"):
                    found |= self._containers.from_keys(arguments, node)
                case "str" if name in STRING_METHODS:
                    found |= self._of_string(name, node)
                case "file" if name in FILE_METHODS:
                    result = FILE_METHODS[name]
                    found |= self._containers.new("list", node, kind("str")) if result == "list" else kind(result)
                case container if container in CONTAINERS:
                    found |= self._containers.method(container, name, one, arguments, node)
                case array if array in ARRAYS:
                    found |= self._of_array(array, name)
                case "object" | "class":
                    skipped = [] if value.name == "class" else [one]
                    found |= self._own(name, [*skipped, *arguments], arguments, node)
                case _:
                    found |= self._of_unknown(name, function, arguments, node)
        return found

    def _own(self, name: str, bound: list[Kind], arguments: list[Kind], node: ast.Call) -> Kind:
        """Return what a method of one of the file's classes gives, or a function that is an attribute."""
        own = self._methods.get(name, [])
        if not own:
            stored = self._heap.get(("field", name)) if self._heap.has(("field", name)) else UNKNOWN
            return any_of(self._called(value, arguments, node) for value in stored.values)
        found = NOTHING
        for method in own:
            is_static = any(getattr(one, "id", "") == "staticmethod" for one in getattr(method, "decorator_list", []))
            found |= self._function(method, bound[len(bound) - len(arguments) :] if is_static else bound, node)
            if getattr(method, "decorator_list", []) and not is_static:
                found |= UNKNOWN
        return found

    def _of_unknown(self, name: str, function: ast.Attribute, arguments: list[Kind], node: ast.Call) -> Kind:
        if name in STRING_METHODS and name not in NOT_OF_STRINGS_ALONE and name not in self._methods:
            return self._of_string(name, node)
        if name == "remote":
            # A function or class of Ray's.
            for value in self._of(function.value).values:
                self._called(value, arguments, node)
        is_bound = not (node.args and isinstance(node.args[0], ast.Name) and node.args[0].id == "self")
        for method in self._methods.get(name, []):
            self._function(method, [NOTHING, *arguments] if is_bound else arguments, node)
        if name not in self._methods:
            self._escape(arguments, node)
        return UNKNOWN

    def _of_string(self, name: str, node: ast.Call) -> Kind:
        result = STRING_METHODS[name]
        return self._containers.new("list", node, kind("str")) if result == ("list",) else kind(*result)

    def _of_array(self, array: str, name: str) -> Kind:
        if name in SAME_ARRAY:
            return kind(array)
        if name in FLOAT_ARRAY:
            return kind("floats")
        return kind("ints") if name in WHOLE_ARRAY else UNKNOWN if name in {"tolist", "item"} else kind("array")


def _plain(value: Value) -> Kind:
    return UNKNOWN if value.name == "object" else Kind(frozenset([value]))
