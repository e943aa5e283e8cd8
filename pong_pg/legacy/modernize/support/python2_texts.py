"""The texts that Python 2 made of values."""

from __future__ import annotations

import collections
import datetime
import re
import string


def text_of(value):
    """Return the text that `str` and `print` gave in Python 2, where a float had at most twelve digits."""
    if type(value) is not float:
        return str(value)
    text = f"{value:.12g}"
    if not text.lstrip("-").isdigit():
        return text
    if abs(value) < 1e11:
        return f"{text}.0"
    # There was no room for ".0".
    digits, exponent = f"{value:.11e}".split("e")
    return f"{digits.rstrip('0').rstrip('.')}e{exponent}"


CONVERSION = re.compile(r"%(?:\((.*?)\))?([#0\- +]*(?:\*|\d*)(?:\.(?:\*|\d*))?)[hlL]?(.)", re.DOTALL)


def interpolate(text, values):
    """Return `text % values`, where `%s` writes values as Python 2 did."""
    given = list(values) if isinstance(values, tuple) else [values]

    def converted(found):
        key, format_, letter = found.groups()
        if letter == "%":
            return "%"
        widths = [given.pop(0) for _ in range(format_.count("*"))]
        value = given.pop(0) if key is None else values[key]
        return f"%{format_}{letter}" % (*widths, text_of(value) if letter == "s" else value)

    try:
        result = CONVERSION.sub(converted, text)
    except IndexError:
        return text % values
    # Too many values are an error, which it raises.
    return text % values if given and isinstance(values, tuple) else result


class Formatter(string.Formatter):
    """Writes values as `str.format` did in Python 2."""

    def format_field(self, value, format_spec):
        """Write a value."""
        if not format_spec:
            return text_of(value)
        if type(value) is float and format_spec[-1] not in "bcdeEfFgGnosxX%":
            return format(text_of(value), format_spec if format_spec[0] in "<>^=" else f">{format_spec}")
        return format(value, format_spec)

    def convert_field(self, value, conversion):
        """Write a value for `!s` or `!r`."""
        return text_of(value) if conversion == "s" else super().convert_field(value, conversion)


def format_text(text, *values, **named):
    """Return `text.format(*values, **named)` with the texts that Python 2 made of values."""
    return Formatter().format(text, *values, **named)


def python2_text(value):
    """Return the text that `str` and `print` of Python 2 gave."""
    if isinstance(value, BaseException) and type(value).__str__ is BaseException.__str__:
        return python2_text(value.args[0] if len(value.args) == 1 else value.args or "")
    if isinstance(value, complex):
        real = f"{value.real:.12g}"
        return f"{value.imag:.12g}j" if real == "0" else f"({real}{value.imag:+.12g}j)"
    is_plain = isinstance(value, (int, float, str)) or type(value).__str__ is not object.__str__
    return text_of(value) if is_plain and not isinstance(value, type) else python2_repr(value)


def python2_repr(value, around=()):
    """Return the text that `repr` of Python 2 gave; `around` are the containers that the value is in."""

    def joined(values):
        return ", ".join(python2_repr(one, (*around, id(value))) for one in values)

    kind = type(value)
    writer = kind.__repr__
    if id(value) in around:
        return "{...}" if isinstance(value, dict) else "[...]"
    if writer is int.__repr__:
        return str(int(value)) if -(2**63) <= value < 2**63 else f"{int(value)}L"
    if writer is bytes.__repr__:
        return repr(value)[1:]
    if writer is str.__repr__:
        return ascii(value) if max(value, default="") < "\x80" else repr(value.encode("latin-1", "replace"))[1:]
    if writer is list.__repr__:
        return f"[{joined(value)}]"
    if writer is tuple.__repr__:
        return f"({joined(value)},)" if len(value) == 1 else f"({joined(value)})"
    if writer in {set.__repr__, frozenset.__repr__}:
        return f"{kind.__name__}([{joined(value)}])"
    if hasattr(value, "_fields"):
        return f"{kind.__name__}({', '.join(f'{name}={joined([getattr(value, name)])}' for name in value._fields)})"
    if writer is collections.OrderedDict.__repr__:
        return f"OrderedDict({joined([list(value.items())]) if value else ''})"
    if writer is collections.deque.__repr__:
        return f"deque([{joined(value)}]{'' if value.maxlen is None else f', maxlen={value.maxlen}'})"
    if isinstance(value, dict):
        pairs = value.most_common() if isinstance(value, collections.Counter) else value.items()
        items = ", ".join(f"{joined([key])}: {joined([item])}" for key, item in pairs)
        if isinstance(value, collections.defaultdict):
            return f"defaultdict({joined([value.default_factory])}, {{{items}}})"
        return f"Counter({{{items}}})" if isinstance(value, collections.Counter) else f"{{{items}}}"
    if isinstance(value, BaseException) and writer is BaseException.__repr__:
        return f"{kind.__name__}{python2_repr(value.args)}"
    if isinstance(value, range):
        ends = [value.stop] if value.start == 0 and value.step == 1 else [value.start, value[-1] + value.step]
        return f"xrange({joined(ends if value.step == 1 else [*ends, value.step])})"
    if kind is datetime.timedelta:
        parts = [value.days, value.seconds, value.microseconds]
        shown = [str(part) for place, part in enumerate(parts) if not place or any(parts[place:])]
        return f"datetime.timedelta({', '.join(shown)})"
    if isinstance(value, type):
        name = {"builtins": "exceptions." if issubclass(value, BaseException) else ""}.get(value.__module__)
        # Classes of Python code are made on the heap.
        is_of_c = not value.__flags__ & 1 << 9
        full = f"{value.__module__}.{value.__name__}" if name is None else name + value.__name__
        return f"<{'type' if is_of_c else 'class'} '{full}'>"
    return repr(value)


def decoded(value, *codec):
    """Return `value.decode(...)`; what is text already stays as it is."""
    return value.decode(*codec) if isinstance(value, bytes) else value
