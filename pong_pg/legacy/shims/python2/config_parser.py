"""`ConfigParser` of Python 2."""

from __future__ import annotations

import configparser as _real
from collections.abc import Iterable
from typing import Any

from pong_pg.legacy.runtime.byte_strings import public, to_str

globals().update(public(_real))
__all__ = [
    "DEFAULTSECT",
    "MAX_INTERPOLATION_DEPTH",
    "ConfigParser",
    "DuplicateSectionError",
    "InterpolationDepthError",
    "InterpolationError",
    "InterpolationSyntaxError",
    "MissingSectionHeaderError",
    "NoOptionError",
    "NoSectionError",
    "ParsingError",
    "RawConfigParser",
    "SafeConfigParser",
]  # fmt: skip

_NO_VALUE: Any = object()


class RawConfigParser(_real.RawConfigParser):
    """Reads and writes configuration files; values may be of any type."""

    def __init__(self, defaults: Any = None, dict_type: Any = dict, allow_no_value: bool = False) -> None:
        super().__init__(
            defaults,
            dict_type=dict_type,
            allow_no_value=allow_no_value,
            strict=False,
            inline_comment_prefixes=(";",),
            interpolation=self._interpolation_of(),
        )

    __hash__ = object.__hash__

    def _interpolation_of(self) -> Any:
        return None

    def _validate_value_types(self, **_: Any) -> None:
        """Accept values of any type."""

    def read(self, filenames: Any, encoding: str | None = "latin-1") -> list[str]:
        """Read files; return those that could be read."""
        return super().read(filenames, encoding)

    def readfp(self, fp: Iterable[Any], filename: str | None = None) -> None:
        """Read an open file."""
        self.read_file(map(to_str, fp), filename or getattr(fp, "name", "<???>"))

    def get(self, section: str, option: str, raw: Any = False, vars: Any = None, **named: Any) -> Any:  # type: ignore[override]
        """Return a value."""
        return super().get(section, option, raw=bool(raw), vars=vars, **named)

    def items(self, section: Any = _NO_VALUE, raw: Any = False, vars: Any = None) -> Any:  # type: ignore[override]
        """Return pairs of the options and values of a section."""
        if section is _NO_VALUE:
            raise TypeError("items() takes at least 2 arguments (1 given)")
        return super().items(section, raw=bool(raw), vars=vars)

    def write(self, fp: Any) -> None:  # type: ignore[override]  # it had no argument `space_around_delimiters`
        """Write all sections to a file."""
        if self._defaults:  # type: ignore[attr-defined]  # not in typeshed
            self._write_to(fp, _real.DEFAULTSECT, self._defaults)  # type: ignore[attr-defined]  # as above
        for name, values in self._sections.items():  # type: ignore[attr-defined]  # as above
            self._write_to(fp, name, values)

    def _write_to(self, fp: Any, name: str, values: Any) -> None:
        fp.write(f"[{name}]\n")
        for key, value in values.items():
            text = "" if value is None else " = " + str(value).replace("\n", "\n\t")
            fp.write(f"{key}{text}\n")
        fp.write("\n")


class SafeConfigParser(RawConfigParser):
    """Replaces `%(name)s` in values, and checks values when they are set."""

    def _interpolation_of(self) -> Any:
        return _real.BasicInterpolation()

    def set(self, section: str, option: str, value: Any = None) -> None:
        """Set an option to a string.

        Raises:
            TypeError: the value is no string.
        """
        if not isinstance(value, str):
            raise TypeError("option values must be strings")
        super().set(section, option, value)


class _AnyInterpolation(_real.BasicInterpolation):
    """Replaces `%(name)s`, and leaves every other percent sign alone."""

    def before_get(self, parser: Any, section: str, option: str, value: Any, defaults: Any) -> Any:
        """Return a value with what it refers to."""
        for _ in range(_real.MAX_INTERPOLATION_DEPTH):
            if not isinstance(value, str) or "%(" not in value:
                return value
            names = {parser.optionxform(name): text for name, text in defaults.items()}
            try:
                value = value % _Folded(names, parser.optionxform)
            except KeyError as error:
                raise _real.InterpolationMissingOptionError(option, section, value, error.args[0]) from None
        raise _real.InterpolationDepthError(option, section, value)

    def before_set(self, parser: Any, section: str, option: str, value: Any) -> Any:
        """Return a value as it is."""
        return value


class _Folded(dict):  # type: ignore[type-arg]  # of names to values
    def __init__(self, names: Any, fold: Any) -> None:
        super().__init__(names)
        self._fold = fold

    def __getitem__(self, name: str) -> Any:
        return super().__getitem__(self._fold(name))


class ConfigParser(RawConfigParser):
    """Replaces `%(name)s` in values."""

    def _interpolation_of(self) -> Any:
        return _AnyInterpolation()
