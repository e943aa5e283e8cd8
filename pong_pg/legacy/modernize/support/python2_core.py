"""What statements, builtins and classes of Python 2 did."""

from __future__ import annotations

import atexit
import functools
import operator
import sys
import weakref

# The files whose line `print_values` has left open.
_open_lines: weakref.WeakSet = weakref.WeakSet()


def print_values(*values, newline=True, file=None):
    """Print as Python 2's statement, which left its line open after a comma.

    The space after its last value was only written when another value followed on the line.
    """
    file = sys.stdout if file is None else file
    for value in values:
        if file in _open_lines:
            # Before the value's own text is asked for, which may print itself.
            _open_lines.discard(file)
            file.write(" ")
        text = str(value)
        file.write(text)
        (_open_lines.discard if text.endswith(("\n", "\t", "\r", "\v", "\f")) else _open_lines.add)(file)
    if newline:
        _open_lines.discard(file)
        file.write("\n")


def write_text(text):
    """Write to standard output; what `print_values` prints after it begins without a space."""
    _open_lines.discard(sys.stdout)
    sys.stdout.write(text)


@atexit.register
def end_line():
    """End a line that `print_values` has left open, as Python 2 did at its end."""
    if sys.stdout in _open_lines:
        sys.stdout.write("\n")


def cmp(a, b):
    """Compare two values: -1, 0 or 1 if the first is less, equal or greater."""
    return int(a > b) - int(a < b)


def coerce(a, b):
    """Return two numbers converted to a common type."""
    common = a + b
    return type(common)(a), type(common)(b)


def apply(function, arguments=(), named=None):
    """Call a function with a sequence of arguments and a dict of keyword arguments."""
    return function(*arguments, **(named or {}))


def next_of(iterator):
    """Call the `next` method of an object that has one, or take the next value of an iterator."""
    return iterator.next() if hasattr(iterator, "next") else next(iterator)


def filtered(function, values):
    """Filter as Python 2, where a filtered string was a string and a filtered tuple a tuple."""
    kept = filter(function, values)
    if isinstance(values, str):
        return "".join(kept)
    return tuple(kept) if isinstance(values, tuple) else list(kept)


def message_of(error):
    """Return the `message` that exceptions had: their only argument, or an empty text."""
    if hasattr(error, "message"):
        return error.message
    return error.args[0] if len(error.args) == 1 else ""


def exception_of(kind, value=None):
    """Return what `raise kind, value` raised: the value may be the exception, its arguments or one of them."""
    if isinstance(kind, BaseException):
        return kind
    if isinstance(value, kind):
        return value
    if value is None:
        return kind()
    return kind(*value) if isinstance(value, tuple) else kind(value)


class StandardError(Exception):
    """The base class of errors that a program defined for itself."""


# What `except StandardError` caught: Python's own errors are derived from `Exception` today.
STANDARD_ERRORS = (
    StandardError, ArithmeticError, AssertionError, AttributeError, BufferError, EOFError, ImportError, LookupError,
    MemoryError, NameError, OSError, ReferenceError, RuntimeError, SyntaxError, SystemError, TypeError, ValueError,
)  # fmt: skip


def ends_at_stop_iteration(function):
    """Let a generator end when something in it raises StopIteration, which is an error today."""

    @functools.wraps(function)
    def generate(*arguments, **named):
        try:
            return (yield from function(*arguments, **named))
        except RuntimeError as error:
            if not isinstance(error.__cause__, StopIteration):
                raise

    return generate


class ComparedByCmp:
    """Compares its objects by `__cmp__`, which gives a number below, equal to or above 0."""

    def __eq__(self, other):
        """Return whether two objects are equal."""
        result = self.__cmp__(other)
        return result if result is NotImplemented else result == 0

    def __lt__(self, other):
        """Return whether this is less."""
        result = self.__cmp__(other)
        return result if result is NotImplemented else result < 0

    def __le__(self, other):
        """Return whether this is less or equal."""
        result = self.__cmp__(other)
        return result if result is NotImplemented else result <= 0

    def __gt__(self, other):
        """Return whether this is greater."""
        result = self.__cmp__(other)
        return result if result is NotImplemented else result > 0

    def __ge__(self, other):
        """Return whether this is greater or equal."""
        result = self.__cmp__(other)
        return result if result is NotImplemented else result >= 0

    __hash__ = object.__hash__


class ComparedByCmpWithoutHash(ComparedByCmp):
    """Compares its objects by `__cmp__`; without a hash of their own, such had none."""

    def __hash__(self):
        """Refuse."""
        raise TypeError("unhashable instance")


def sliced_by_methods(kind):
    """Let a class use its methods `__getslice__`, `__setslice__` and `__delslice__` for slices without a step."""

    def by_slice(plain, old):
        def method(self, index, *values):
            if isinstance(index, slice) and index.step is None:
                start = 0 if index.start is None else operator.index(index.start)
                stop = sys.maxsize if index.stop is None else operator.index(index.stop)
                ends = (end + len(self) if end < 0 else end for end in (start, stop))
                return getattr(self, old)(*ends, *values)
            return plain(self, index, *values)

        return method

    for old in ("__getslice__", "__setslice__", "__delslice__"):
        new = old.replace("slice", "item")
        if old in vars(kind):
            setattr(kind, new, by_slice(getattr(kind, new, None), old))
    return kind


def coerces(kind):
    """Let the operators of a class convert their operands by `__coerce__` first."""

    def by_coercion(name, plain, *, swapped):
        operate = getattr(operator, f"__{name}__")

        def method(self, other):
            both = self.__coerce__(other)
            if both is None or both is NotImplemented or type(both[0]) is type(self):
                if plain is None:
                    return NotImplemented
                return plain(self, other) if both is None or both is NotImplemented else plain(*both)
            return operate(*reversed(both)) if swapped else operate(*both)

        return method

    for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow"):
        for method, swapped in ((f"__{name}__", False), (f"__r{name}__", True)):
            setattr(kind, method, by_coercion(name, getattr(kind, method, None), swapped=swapped))
    return kind


def delegates_special_methods(kind):
    """Let special methods that a class lacks be looked up by its `__getattr__`, as those of old-style classes were."""
    operators = ("add", "sub", "mul", "truediv", "floordiv", "mod", "and", "or", "xor", "lshift", "rshift")
    names = [*operators, *(f"r{name}" for name in operators), "eq", "ne", "lt", "le", "gt", "ge", "len", "getitem"]
    names += ["setitem", "delitem", "contains", "call", "iter", "int", "float", "neg", "abs", "str", "repr", "bool"]

    def looked_up(name):
        plain = getattr(object, name, None)

        def method(self, *arguments):
            try:
                found = self.__getattr__(name)
            except AttributeError:
                if name == "__bool__":
                    return not hasattr(self, "__len__") or self.__getattr__("__len__")() != 0
                if plain is None:
                    raise
                return plain(self, *arguments)
            return found(*arguments)

        return method

    for name in (f"__{name}__" for name in names):
        if not any(name in vars(base) for base in kind.__mro__[:-1]):
            setattr(kind, name, looked_up(name))
    kind.__hash__ = object.__hash__
    return kind


def exec_in_names_of(code, owner):
    """Execute code that defines attributes of a class or module."""
    names = dict(vars(owner))
    exec(code, names)
    for name, value in names.items():
        if name != "__builtins__" and vars(owner).get(name, names) is not value:
            setattr(owner, name, value)
