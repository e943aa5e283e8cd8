"""The order of dicts and sets, where it decides what a program does."""

from __future__ import annotations

import ast

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.kinds import Kind
from pong_pg.legacy.modernize.layout import Piece
from pong_pg.legacy.modernize.rules.python2.loops import is_any_order

_VIEWS = frozenset([
    "keys", "values", "items", "iterkeys", "itervalues", "iteritems", "viewkeys", "viewvalues", "viewitems",
    "most_common",
])  # fmt: skip
# Functions whose result has the order of their arguments from this one on.
_KEEP_ORDER = {
    "list": 0, "tuple": 0, "iter": 0, "enumerate": 0, "reversed": 0, "zip": 0, "izip": 0, "map": 1, "imap": 1,
    "filter": 1, "ifilter": 1, "sorted": 0, "dict": 0, "set": 0, "sample": 0,
}  # fmt: skip
# Functions that don't mind the order of what they go through.
_NO_ORDER = frozenset(["all", "any", "bool", "frozenset", "isinstance", "len", "set", "type"])
# Functions that give what a file has, which may be a dict.
_LOADING = frozenset([
    "pickle.load", "pickle.loads", "cPickle.load", "cPickle.loads", "json.load", "json.loads", "marshal.load",
    "marshal.loads",
])  # fmt: skip
_CLASSES = {"collections.Counter": "Python2Counter", "collections.defaultdict": "Python2DefaultDict"}
_OF_SETS = frozenset(["copy", "union", "intersection", "difference", "symmetric_difference"])
_ORDERED = frozenset(["list", "tuple", "iterator", "dict", "set"])
_SET_OPERATORS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.Sub)
_UPDATES = frozenset(["difference_update", "intersection_update", "symmetric_difference_update", "update"])
_WRITERS = frozenset(["print", "str", "repr", "unicode", "format"])
# Functions of modules that give, or do, something in the order of all that they get.
_OF_MODULES = frozenset([
    *(
        f"itertools.{name}"
        for name in (
            "chain", "combinations", "combinations_with_replacement", "compress", "cycle", "dropwhile", "groupby",
            "ifilter", "ifilterfalse", "imap", "islice", "izip", "izip_longest", "permutations", "product", "starmap",
            "takewhile", "tee",
        )
    ),
    "array.array", "collections.deque", "collections.Counter", "collections.OrderedDict", "csv.DictWriter",
    "functools.reduce", "heapq.merge", "heapq.nlargest", "heapq.nsmallest", "numpy.fromiter", "string.join",
    "string.joinfields",
])  # fmt: skip
_WRITERS_OF_MODULES = frozenset(["json.dump", "json.dumps", "urllib.urlencode", "yaml.dump", "pprint.pprint"])


def order(draft: Draft) -> None:
    """Let dicts and sets have Python 2's order where it shows."""
    found = _Order(draft)
    found.look()
    found.change()


class _Order:
    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._kinds = draft.kinds
        self._observed: set[object] = set()
        # What loads something, by where it goes, and that which the order of shows.
        self._loads = self._find_loads()
        self._shown_loads: set[ast.Call] = set()

    def _find_loads(self) -> dict[object, list[ast.Call]]:
        found: dict[object, list[ast.Call]] = {}
        for statement in self._draft.walk(ast.Assign):
            if isinstance(statement.value, ast.Call) and self._draft.full_name(statement.value.func) in _LOADING:
                for target in statement.targets:
                    found.setdefault(self._place(target), []).append(statement.value)
        return found

    def _place(self, node: ast.expr) -> object:
        if isinstance(node, ast.Attribute):
            return "attribute", node.attr
        return self._draft.scopes.variable(node) if isinstance(node, ast.Name) else node

    def _note_load(self, node: ast.expr) -> None:
        """Note that the order of something shows, in case that it was loaded."""
        while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _VIEWS:
            node = node.func.value
        if isinstance(node, ast.Call) and self._draft.full_name(node.func) in _LOADING:
            self._shown_loads.add(node)
        self._shown_loads.update(self._loads.get(self._place(node), []))

    # Where the order of something shows.

    def look(self) -> None:
        """Find out the order of which containers shows."""
        draft = self._draft
        for loop in draft.walk(ast.For):
            if not is_any_order(draft, loop):
                self._observe(loop.iter)
        for node in draft.walk(ast.Call):
            self._call(node)
        for display in draft.walk(ast.Dict):
            pairs = [(key, value) for key, value in zip(display.keys, display.values, strict=True) if key is not None]
            self._warn_of_pairs(display, pairs)
        for comprehension in draft.walk(ast.DictComp):
            self._warn_of_pairs(comprehension, [(comprehension.key, comprehension.value)])
        for operation in draft.walk(ast.BinOp):
            if isinstance(operation.op, ast.Mod) and self._kinds.of(operation.left).is_only("str"):
                self._write_into(operation)
        self._look_at_statements()
        known = -1
        while known < len(self._observed):
            known = len(self._observed)
            self._look_at_what_is_added()

    def _look_at_what_is_added(self) -> None:
        """Observe the sets and dicts that change one in place whose order shows."""
        for change in self._draft.walk(ast.AugAssign):
            if isinstance(change.op, _SET_OPERATORS) and self._is_observed(change.target):
                self._observe(change.value)
        for call in self._draft.walk(ast.Call):
            if (
                isinstance(call.func, ast.Attribute)
                and call.func.attr in _UPDATES
                and self._is_observed(call.func.value)
            ):
                self._observe_all(call)

    def _is_observed(self, node: ast.expr) -> bool:
        return any(value.site in self._observed for value in self._kinds.of(node).values if value.site is not None)

    def _warn_of_pairs(self, node: ast.expr, pairs: list[tuple[ast.expr, ast.expr]]) -> None:
        """Say where keys and values call functions of the file, in an order that may show."""
        if any(self._calls_own(key) and self._calls_own(value) for key, value in pairs):
            self._draft.comment(node, "Python 2 evaluated the value of a pair before its key.")

    def _calls_own(self, node: ast.expr) -> bool:
        calls = (part for part in ast.walk(node) if isinstance(part, ast.Call))
        return any("function" in self._kinds.of(call.func).names for call in calls)

    def _look_at_statements(self) -> None:
        draft = self._draft
        for subscript in draft.walk(ast.Subscript):
            base = self._kinds.of(subscript.value)
            if "list" in base.names and isinstance(subscript.ctx, ast.Load):
                self._observe_kind(Kind(frozenset(one for one in base.values if one.name in {"list", "tuple"})))
        for statement in draft.walk(ast.Assign):
            if any(isinstance(target, ast.Tuple | ast.List) for target in statement.targets):
                self._observe(statement.value)
        for addition in draft.walk(ast.AugAssign):
            if isinstance(addition.op, ast.Add):
                self._observe(addition.value)
        for starred in draft.walk(ast.Starred):
            if isinstance(starred.ctx, ast.Load):
                self._observe(starred.value)

    def _write_into(self, node: ast.BinOp) -> None:
        values = self._kinds.of(node.right)
        if "dict" in values.names and "%(" in self._draft.source(node.left):
            # It is only asked for its keys.
            self._write(self._kinds.dict_values(values))
        else:
            self._write(values)

    def _observe(self, node: ast.expr) -> None:
        self._note_load(node)
        self._observe_kind(self._kinds.of(node))

    def _call(self, node: ast.Call) -> None:
        function = node.func
        name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
        full = self._draft.full_name(function)
        is_builtin = isinstance(function, ast.Name) and self._draft.scopes.is_builtin(function)
        if full in _WRITERS_OF_MODULES:
            if not any(keyword.arg == "sort_keys" for keyword in node.keywords):
                self._write_all(node)
        elif (is_builtin and name in _WRITERS) or (name == "format" and not is_builtin):
            self._write_all(node)
        elif is_builtin:
            self._builtin(name, node)
        elif full in _OF_MODULES:
            self._observe_all(node)
        elif isinstance(function, ast.Attribute):
            receiver = self._kinds.of(function.value)
            if (name == "popitem" and "dict" in receiver.names) or (name == "pop" and "set" in receiver.names):
                self._observe(function.value)
            elif name in {"join", "extend", "sample", "choice"}:
                for argument in node.args:
                    self._observe(argument)
            elif not receiver.names & {"dict", "set"}:
                self._pass_on(node)

    def _builtin(self, name: str, node: ast.Call) -> None:
        if name == "enumerate" or (name == "zip" and not self._are_views_of_one(node.args)):
            # The numbers and pairs depend on the order, wherever they go.
            self._observe_all(node)
        if name in _KEEP_ORDER or name in _NO_ORDER:
            return
        if name in {"min", "max"}:
            if _key(node) is not None and not _tells_apart(_key(node)):
                self._observe_all(node)
        elif name == "sum":
            items = self._kinds.items(self._kinds.of(node.args[0])) if node.args else Kind()
            if not items.is_only("int", "bool", "long"):
                self._observe_all(node)
        elif name in {"next", "reduce"}:
            self._observe_all(node)
        else:
            self._pass_on(node)

    def _are_views_of_one(self, arguments: list[ast.expr]) -> bool:
        """Return whether these are keys and values of the same dict, whose order is the same."""
        owners = {
            ast.unparse(one.func.value)
            for one in arguments
            if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute) and one.func.attr in _VIEWS
        }
        return len(arguments) < 2 or (len(owners) == 1 and all(isinstance(one, ast.Call) for one in arguments))

    def _pass_on(self, node: ast.Call) -> None:
        """Observe lists that a function gets, whose order is that of a dict or set."""
        for argument in node.args:
            values = self._kinds.of(argument).values
            self._observe_kind(Kind(frozenset(one for one in values if one.name in {"list", "tuple", "iterator"})))

    def _observe_all(self, node: ast.Call) -> None:
        for argument in node.args:
            self._observe(argument)

    def _write_all(self, node: ast.Call) -> None:
        for argument in [*node.args, *(keyword.value for keyword in node.keywords)]:
            self._note_load(argument)
            self._write(self._kinds.of(argument))

    def _write(self, what: Kind) -> None:
        """Observe a value that is written with all that is in it."""
        self._observe_kind(self._kinds.with_contents(what))

    def _observe_kind(self, what: Kind) -> None:
        """Note that the order of containers shows, and so that of those that they were made of."""
        pending = [what]
        while pending:
            for value in pending.pop().values:
                site = value.site
                if site is None or value.name not in _ORDERED or site in self._observed:
                    continue
                self._observed.add(site)
                for source in self._sources(site):
                    self._note_load(source)
                    pending.append(self._kinds.of(source))

    def _sources(self, site: object) -> list[ast.expr]:
        """Return what a container has its order from."""
        match site:
            case ast.Call():
                return self._sources_of_call(site)
            case ast.BinOp(left=left, right=right):
                return [left, right]
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                return [generator.iter for generator in site.generators]
        return []

    def _sources_of_call(self, node: ast.Call) -> list[ast.expr]:
        function = node.func
        name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
        found: list[ast.expr] = []
        if isinstance(function, ast.Attribute) and name in _VIEWS | _OF_SETS:
            found.append(function.value)
        if name == "sorted" and (_tells_apart(_key(node)) if node.keywords else len(node.args) == 1):
            return found
        if name in _KEEP_ORDER or name in _OF_SETS or name == "fromkeys":
            found += node.args[_KEEP_ORDER.get(name, 0) :]
        return found

    # What becomes of them.

    def change(self) -> None:
        """Let the containers be such that have Python 2's order."""
        for load in self._shown_loads:
            self._draft.wrap(load, self._draft.support("in_python2_order") + "(", ")")
        if self._observed or self._shown_loads:
            self._let_types_be_subtypes()
        for site in self._observed:
            match site:
                case ast.Dict() | ast.DictComp() | ast.Set() | ast.SetComp():
                    self._display(site)
                case ast.Call():
                    self._constructor(site)
                case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr() | ast.BitXor() | ast.Sub()) if self._kinds.of(
                    left
                ).is_only("iterator", "list"):
                    # A view of a dict, which gives a set.
                    self._draft.wrap(left, self._draft.support("Python2Set") + "(", ")")
                case ast.Attribute(attr="__dict__"):
                    self._copy(site)
                case (ast.FunctionDef() as function, "**") if function.args.kwarg:
                    name = function.args.kwarg.arg
                    body = function.body
                    has_text = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
                    made = f"{name} = {self._draft.support('Python2Dict')}({name}.items())"
                    self._draft.insert_before(body[1 if has_text and len(body) > 1 else 0], made)

    def _let_types_be_subtypes(self) -> None:
        """Replace `type(value) is dict`, as the value may be of a class that is derived from it."""
        draft = self._draft
        for node in draft.walk(ast.Compare):
            match node:
                case ast.Compare(
                    left=ast.Call(func=ast.Name(id="type"), args=[value]),
                    ops=[ast.Is() | ast.Eq() | ast.IsNot() | ast.NotEq() as operator],
                    comparators=[ast.Name(id="dict" | "set") as kind],
                ):
                    word = "not " if isinstance(operator, ast.IsNot | ast.NotEq) else ""
                    draft.replace(node, f"{word}isinstance(", value, ", ", kind, ")")

    def _display(self, node: ast.expr) -> None:
        draft = self._draft
        match node:
            case ast.Dict(keys=[]):
                draft.replace(node, draft.support("Python2Dict"), "()")
            case ast.Dict(keys=keys) if len(keys) > 1 or self._grows(node):
                draft.wrap(node, draft.support("Python2Dict") + "(", ")")
            case ast.DictComp():
                pieces: tuple[Piece, ...] = ("((", node.key, ", ", node.value, ")")
                draft.replace(node, draft.support("Python2Dict"), *pieces, *self._generators(node), ")")
            case ast.Set(elts=elts):
                draft.replace(node, draft.support("Python2Set"), "([", *_listed(elts), "])")
            case ast.SetComp():
                draft.replace(node, draft.support("Python2Set"), "(", node.elt, *self._generators(node), ")")

    def _generators(self, node: ast.DictComp | ast.SetComp) -> list[Piece]:
        pieces: list[Piece] = []
        for part in node.generators:
            pieces += [" for ", part.target, " in ", part.iter]
            for test in part.ifs:
                pieces += [" if ", test]
        return pieces

    def _grows(self, node: ast.Dict) -> bool:
        """Return whether a dict of one key may get more."""
        parent = self._draft.parent(node)
        return isinstance(parent, ast.Assign | ast.keyword | ast.Return)

    def _constructor(self, node: ast.Call) -> None:
        draft, function = self._draft, node.func
        if draft.is_builtin(function, "dict"):
            draft.replace(function, draft.support("Python2Dict"))
        elif draft.is_builtin(function, "set"):
            draft.replace(function, draft.support("Python2Set"))
        elif draft.is_builtin(function, "frozenset"):
            draft.replace(function, draft.support("Python2FrozenSet"))
        elif draft.full_name(function) in _CLASSES:
            draft.replace(function, draft.support(_CLASSES[draft.full_name(function)]))
        elif draft.is_builtin(function, "vars"):
            self._copy(node)
        elif isinstance(function, ast.Attribute) and function.attr == "fromkeys":
            draft.replace(function.value, draft.support("Python2Dict"))

    def _copy(self, node: ast.expr) -> None:
        """Let what shows the order be a copy; attributes are set by the dict itself."""
        parent = self._draft.parent(node)
        is_method = isinstance(parent, ast.Attribute) and parent.attr not in _VIEWS
        if is_method or not isinstance(parent, ast.Call | ast.For | ast.comprehension | ast.Attribute):
            if not isinstance(parent, ast.Subscript | ast.Compare | ast.keyword):
                self._draft.comment(node, "attributes had another order in Python 2.")
            return
        name = self._draft.support("Python2Dict")
        self._draft.replace(node, name, "(", *self._draft.operand(node), ".items())")


def _listed(nodes: list[ast.expr]) -> list[Piece]:
    pieces: list[Piece] = []
    for node in nodes:
        pieces += [", ", node]
    return pieces[1:]


def _key(node: ast.Call) -> ast.expr | None:
    return next((keyword.value for keyword in node.keywords if keyword.arg == "key"), None)


def _tells_apart(key: ast.expr | None) -> bool:
    """Return whether a key function gives different values for different keys or items of a dict."""
    match key:
        case ast.Lambda(args=ast.arguments(args=[ast.arg(arg=name)]), body=body):
            parts = body.elts if isinstance(body, ast.Tuple) else [body]
            return any(
                (isinstance(part, ast.Name) and part.id == name)
                or (isinstance(part, ast.Subscript) and ast.unparse(part) == f"{name}[0]")
                for part in parts
            )
    return False
