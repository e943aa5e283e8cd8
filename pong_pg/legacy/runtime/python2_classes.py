"""What Python 2 made of a class: its special methods under today's names, old-style classes, metaclasses."""

from __future__ import annotations

import functools
import operator
import sys
import types
import weakref
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

from pong_pg.legacy.runtime.python2_errors import adapt_error

_old_style: weakref.WeakSet[type] = weakref.WeakSet()
_COMPARISONS = {
    "__lt__": operator.lt, "__le__": operator.le, "__gt__": operator.gt, "__ge__": operator.ge,
    "__eq__": operator.eq, "__ne__": operator.ne,
}  # fmt: skip
_RENAMED = {
    "__div__": "__truediv__", "__rdiv__": "__rtruediv__", "__idiv__": "__itruediv__", "next": "__next__",
}  # fmt: skip
_BINARY = (
    "add", "sub", "mul", "div", "truediv", "floordiv", "mod", "divmod", "pow", "lshift", "rshift", "and", "or", "xor",
)  # fmt: skip
# What an old-style class without them took from `__getattr__`, where it had one.
_DELEGATED = (
    "__len__", "__getitem__", "__setitem__", "__delitem__", "__contains__", "__call__", "__iter__", "__enter__",
    "__exit__", "__int__", "__float__", "__neg__", "__abs__",
)  # fmt: skip


def is_old_style(kind: type) -> bool:
    """Return whether a class was one of Python 2's old-style classes: none of its bases was `object`."""
    return kind in _old_style


def new_class(kind: Any) -> Any:
    """Give a class of the script, derived from `object` or another type, the meaning that it had in Python 2."""
    if isinstance(kind, type):
        if all(base in _old_style for base in kind.__bases__):
            return old_class(kind)
        _adapt(kind)
        if issubclass(kind, BaseException):
            adapt_error(kind)
    return kind


def old_class(kind: Any) -> Any:
    """Give a class of the script, with old-style bases or none, the meaning that it had in Python 2."""
    if not isinstance(kind, type):
        return kind
    bases = [base for base in kind.__mro__[1:-1] if base not in _old_style]
    if not bases and type(kind) in {type, DepthFirst}:
        _old_style.add(kind)
        _take_coercion(kind)
        _delegate(kind)
    _adapt(kind)
    return kind


def metaclass(name: str, bases: tuple[type, ...], namespace: dict[str, Any], **named: Any) -> Any:
    """Return the class that a class statement made in Python 2: by its `__metaclass__`, its bases' or the module's."""
    made_by = namespace.get("__metaclass__")
    if made_by is None and bases:
        made_by = type(bases[0])
        for base in bases[1:]:
            if issubclass(type(base), made_by):
                made_by = type(base)
    elif made_by is None:
        made_by = sys._getframe(1).f_globals.get("__metaclass__", type)
    made_by = _beside_old_style(made_by, bases)
    return made_by(name, bases or ((object,) if made_by is type else ()), namespace, **named)


class DepthFirst(type):
    """The metaclass of an old-style class with several bases, which looked through one and all of its bases first."""

    def mro(cls) -> list[type]:
        """Return the classes in the order in which they are looked through."""
        return [*dict.fromkeys(_down_from(cls)), object]


def _down_from(kind: type) -> Iterator[type]:
    yield kind
    for base in kind.__bases__:
        if base is not object:
            yield from _down_from(base)


class BreadthFirst(DepthFirst):
    """The metaclass of a class with old-style and other bases."""

    def mro(cls) -> list[type]:
        """Return the classes in today's order."""
        return type.mro(cls)


def of_several(name: str, bases: tuple[type, ...], namespace: dict[str, Any], **named: Any) -> Any:
    """Return the class that a class statement with several bases and no metaclass of its own made."""
    others = _without_old_style(bases)
    made_by = _beside_old_style(types.prepare_class(name, others)[0], bases) if others else DepthFirst
    return made_by(name, bases, namespace, **named)


def _prepare(name: str, bases: tuple[type, ...], **_: Any) -> Any:
    return types.prepare_class(name, _without_old_style(bases))[1]


def _without_old_style(bases: tuple[type, ...]) -> tuple[type, ...]:
    """Return the bases that have a metaclass, as Python 2 saw it."""
    return tuple(base for base in bases if base not in _old_style)


def _beside_old_style(made_by: Any, bases: tuple[type, ...]) -> Any:
    """Return a metaclass for classes with these bases, where Python asks that it be one of `DepthFirst`, too."""
    is_asked = isinstance(made_by, type) and any(isinstance(base, DepthFirst) for base in bases)
    return _also_breadth_first(made_by) if is_asked and not issubclass(made_by, DepthFirst) else made_by


@functools.cache
def _also_breadth_first(made_by: type) -> type:
    return BreadthFirst if made_by is type else type(made_by.__name__, (BreadthFirst, made_by), {})


setattr(of_several, "__prepare__", _prepare)  # noqa: B010 - mypy knows no attributes of functions


def _adapt(kind: type) -> None:
    own = vars(kind)
    for old, new in _RENAMED.items():
        if old in own and new not in own:
            setattr(kind, new, own[old])
    if "__nonzero__" in own:
        kind.__bool__ = _truth  # type: ignore[attr-defined]  # it gets the method here
    if "__unicode__" in own and not _has_python_method(kind, "__str__"):
        kind.__str__ = own["__unicode__"]  # type: ignore[method-assign]  # that is what this is for
    _adapt_comparisons(kind, own)
    if any(name in own for name in ("__getslice__", "__setslice__", "__delslice__")):
        _adapt_slices(kind)


def _truth(self: Any) -> bool:
    result = self.__nonzero__()
    if not isinstance(result, int):
        raise TypeError(f"__nonzero__ should return bool or int, returned {type(result).__name__}")
    return bool(result)


def _unhashable(_self: Any) -> int:
    """Refuse, as instances of old-style classes with a comparison and no hash did."""
    raise TypeError("unhashable instance")


def _has_python_method(kind: type, name: str) -> bool:
    return isinstance(getattr(kind, name, None), FunctionType)


def _adapt_comparisons(kind: Any, own: Any) -> None:
    had_hash = own.get("__hash__") is not None
    if "__cmp__" in own:
        for name, holds in _COMPARISONS.items():
            if name not in own:
                setattr(kind, name, _comparing(name, holds))
    elif "__eq__" in own and "__ne__" not in own and kind.__ne__ is object.__ne__:
        # `!=` was not the opposite of `==`.
        kind.__ne__ = _is_other
    if ("__cmp__" in own or "__eq__" in own) and not had_hash and own.get("__hash__", None) is None:
        # A class with a comparison kept its hash.
        inherited = next((vars(base)["__hash__"] for base in kind.__mro__[1:] if vars(base).get("__hash__")), None)
        kind.__hash__ = _unhashable if kind in _old_style else inherited or object.__hash__
    if all(getattr(kind, name) is getattr(object, name) for name in ("__lt__", "__le__", "__gt__", "__ge__")):
        for name, default in _DEFAULT_ORDER.items():
            setattr(kind, name, default)


def _comparing(name: str, holds: Callable[[Any, Any], bool]) -> Callable[[Any, Any], Any]:
    def compare(self: Any, other: Any) -> Any:
        result = self.__cmp__(other)
        return result if result is NotImplemented else holds(result, 0)

    compare.__name__ = name
    return compare


def _is_other(self: Any, other: Any) -> Any:
    theirs: Any = type(other).__ne__
    return self is not other if theirs is object.__ne__ or theirs is _is_other else NotImplemented


def _by_place(holds: Callable[[Any, Any], bool]) -> Callable[[Any, Any], Any]:
    def compare(self: Any, other: Any) -> Any:
        return holds(id(self), id(other)) if type(self) is type(other) else NotImplemented

    return compare


# Objects without an order were ordered by their addresses.
_DEFAULT_ORDER = {name: _by_place(_COMPARISONS[name]) for name in ("__lt__", "__le__", "__gt__", "__ge__")}


def _adapt_slices(kind: type) -> None:
    for name, old in (
        ("__getitem__", "__getslice__"),
        ("__setitem__", "__setslice__"),
        ("__delitem__", "__delslice__"),
    ):
        if old in vars(kind):
            setattr(kind, name, _by_slice(getattr(kind, name, None), old))


def _by_slice(plain: Any, old: str) -> Callable[..., Any]:
    def method(self: Any, index: Any, *values: Any) -> Any:
        if isinstance(index, slice) and index.step is None:
            ends = [_end(self, part, missing) for part, missing in ((index.start, 0), (index.stop, sys.maxsize))]
            if None not in ends:
                return getattr(self, old)(*ends, *values)
        if plain is None:
            raise TypeError(f"'{type(self).__name__}' object has no attribute '{old.replace('slice', 'item')}'")
        return plain(self, index, *values)

    return method


def _end(self: Any, part: Any, missing: int) -> int | None:
    if part is None:
        return missing
    if not hasattr(part, "__index__"):
        return None
    place = operator.index(part)
    return place + len(self) if place < 0 else place


def _take_coercion(kind: type) -> None:
    """Let the operators of a class with `__coerce__` convert their operands first."""
    own = vars(kind)
    if "__coerce__" not in own:
        return
    for operation in _BINARY:
        name = f"__{operation}__"
        plain = getattr(kind, name, None)
        new = _RENAMED.get(name, name)
        if operation == "truediv" and "__div__" in own:
            continue
        setattr(kind, new, _coercing(operation, plain, swapped=False))
        reflected = f"__r{operation}__"
        setattr(
            kind, _RENAMED.get(reflected, reflected), _coercing(operation, getattr(kind, reflected, None), swapped=True)
        )


def _coercing(operation: str, plain: Any, *, swapped: bool) -> Callable[[Any, Any], Any]:
    operate = _OPERATORS[operation]

    def method(self: Any, other: Any) -> Any:
        both = self.__coerce__(other)
        if both is None or both is NotImplemented:
            return plain(self, other) if plain is not None else NotImplemented
        one, two = both
        if type(one) is type(self):
            return plain(one, two) if plain is not None else NotImplemented
        return operate(two, one) if swapped else operate(one, two)

    return method


_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    **{name: getattr(operator, name) for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "xor")},
    **{name: getattr(operator, name) for name in ("lshift", "rshift")},
    "and": operator.and_,
    "or": operator.or_,
    "div": operator.truediv,
    "divmod": divmod,
}


def _delegate(kind: type) -> None:
    """Let special methods that an old-style class lacks be looked up by its `__getattr__`, as they were."""
    if "__getattr__" not in vars(kind):
        return
    for name in _DELEGATED:
        if not any(name in vars(base) for base in kind.__mro__):
            setattr(kind, name, _delegating(name))
    if not any("__bool__" in vars(base) or "__nonzero__" in vars(base) for base in kind.__mro__):
        kind.__bool__ = _delegated_truth  # type: ignore[attr-defined]  # it gets the method here
    methods = {name for base in kind.__mro__[:-1] for name in vars(base)}
    for name in _BINARY_METHODS:
        new = _RENAMED.get(name, name)
        if new not in methods:
            setattr(kind, new, _delegating_operator(name, _without_own(name, methods)))
    if not methods & {"__cmp__", "__eq__"} and ("__hash__" not in vars(kind) or vars(kind)["__hash__"] is None):
        # It may have lost it by the comparison above.
        setattr(kind, "__hash__", object.__hash__)  # noqa: B010 - mypy takes an assignment for one of a method
    for name in ("__str__", "__repr__"):
        if not any(name in vars(base) for base in kind.__mro__[:-1]):
            setattr(kind, name, _delegating_text(name))


def _delegating(name: str) -> Callable[..., Any]:
    def method(self: Any, *arguments: Any) -> Any:
        try:
            found = self.__getattr__(name)
        except AttributeError:
            if name == "__iter__":
                return iter(_items(self))
            if name == "__contains__":
                return any(value is arguments[0] or value == arguments[0] for value in self)
            raise
        return found(*arguments)

    method.__name__ = name
    return method


def _items(self: Any) -> Any:
    place = 0
    while True:
        try:
            yield self[place]
        except IndexError:
            return
        place += 1


def _delegated_truth(self: Any) -> bool:
    for name in ("__nonzero__", "__len__"):
        try:
            found = self.__getattr__(name)
        except AttributeError:
            continue
        return bool(found())
    return True


_BINARY_METHODS = (*_COMPARISONS, *(f"__{name}__" for name in _BINARY), *(f"__r{name}__" for name in _BINARY))


def _without_own(name: str, methods: set[str]) -> Any:
    """Return what an operator does in an old-style class that neither has its method nor delegates it."""
    if name not in _COMPARISONS:
        return None
    if "__cmp__" in methods:
        return _comparing(name, _COMPARISONS[name])
    if name == "__ne__":
        plain: Any = _is_other
    else:
        is_ordered = methods & _DEFAULT_ORDER.keys()
        plain = getattr(object, name) if is_ordered else _DEFAULT_ORDER.get(name, getattr(object, name))

    def compare(self: Any, other: Any) -> Any:
        try:
            found = self.__getattr__("__cmp__")
        except AttributeError:
            return plain(self, other)
        result = found(other)
        return result if result is NotImplemented else _COMPARISONS[name](result, 0)

    return compare


def _delegating_operator(name: str, plain: Any) -> Callable[..., Any]:
    def method(self: Any, *arguments: Any) -> Any:
        try:
            found = self.__getattr__(name)
        except AttributeError:
            return plain(self, *arguments) if plain is not None else NotImplemented
        return found(*arguments)

    method.__name__ = name
    return method


def _delegating_text(name: str) -> Callable[[Any], Any]:
    plain = getattr(object, name)

    def method(self: Any) -> Any:
        try:
            found = self.__getattr__(name)
        except AttributeError:
            return plain(self)
        return found()

    method.__name__ = name
    return method
