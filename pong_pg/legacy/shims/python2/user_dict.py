"""`UserDict` of Python 2."""

from __future__ import annotations

import copy
from collections.abc import Iterator, MutableMapping
from typing import Any

from pong_pg.legacy.runtime.python2_names import cmp


class UserDict:
    """A wrapper of a dictionary, which is in the attribute `data`."""

    def __init__(self, dict: Any = None, /, **named: Any) -> None:
        if dict is None and "dict" in named:
            dict = named.pop("dict")
        self.data: Any = {}
        if dict is not None:
            self.update(dict)
        if named:
            self.update(named)

    __hash__ = None  # type: ignore[assignment]  # it can't be hashed

    def __repr__(self) -> str:
        return repr(self.data)

    def __cmp__(self, other: Any) -> int:
        return cmp(self.data, other.data if isinstance(other, UserDict) else other)

    def __eq__(self, other: object) -> bool:
        return bool(self.data == (other.data if isinstance(other, UserDict) else other))

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, key: Any) -> Any:
        if key in self.data:
            return self.data[key]
        if hasattr(type(self), "__missing__"):
            return type(self).__missing__(self, key)
        raise KeyError(key)

    def __setitem__(self, key: Any, item: Any) -> None:
        self.data[key] = item

    def __delitem__(self, key: Any) -> None:
        del self.data[key]

    def __contains__(self, key: Any) -> bool:
        return key in self.data

    def clear(self) -> None:
        """Remove all items."""
        self.data.clear()

    def copy(self) -> Any:
        """Return a shallow copy."""
        if type(self) is UserDict:
            return UserDict(self.data.copy())
        data, self.data = self.data, {}
        try:
            copied = copy.copy(self)
        finally:
            self.data = data
        copied.update(self)
        return copied

    def keys(self) -> Any:
        """Return a list of the keys."""
        return list(self.data.keys())

    def items(self) -> Any:
        """Return a list of the items."""
        return list(self.data.items())

    def values(self) -> Any:
        """Return a list of the values."""
        return list(self.data.values())

    def iterkeys(self) -> Any:
        """Return an iterator over the keys."""
        return iter(self.data.keys())

    def iteritems(self) -> Any:
        """Return an iterator over the items."""
        return iter(self.data.items())

    def itervalues(self) -> Any:
        """Return an iterator over the values."""
        return iter(self.data.values())

    def has_key(self, key: Any) -> bool:
        """Return whether there is a key."""
        return key in self.data

    def update(self, dict: Any = None, /, **named: Any) -> None:
        """Take over the items of another mapping."""
        if dict is None and "dict" in named:
            dict = named.pop("dict")
        if isinstance(dict, UserDict):
            self.data.update(dict.data)
        elif dict is not None and hasattr(dict, "items") and type(dict) is not type({}):
            for key, value in dict.items():
                self[key] = value
        elif dict is not None:
            self.data.update(dict)
        self.data.update(named)

    def get(self, key: Any, failobj: Any = None) -> Any:
        """Return the value of a key, or another value."""
        return self[key] if key in self else failobj  # noqa: SIM401 - this is `get` itself

    def setdefault(self, key: Any, failobj: Any = None) -> Any:
        """Return the value of a key, which is set if it is missing."""
        if key not in self:
            self[key] = failobj
        return self[key]

    def pop(self, key: Any, *default: Any) -> Any:
        """Remove a key; return its value."""
        return self.data.pop(key, *default)

    def popitem(self) -> Any:
        """Remove and return an item."""
        return self.data.popitem()

    @classmethod
    def fromkeys(cls, iterable: Any, value: Any = None) -> Any:
        """Return a mapping of keys that all have one value."""
        made = cls()
        for key in iterable:
            made[key] = value
        return made


class IterableUserDict(UserDict):
    """A `UserDict` that can be iterated over."""

    def __iter__(self) -> Iterator[Any]:
        return iter(self.data)


MutableMapping.register(IterableUserDict)


class DictMixin:
    """The methods of a dictionary for a class with `__getitem__`, `__setitem__`, `__delitem__` and `keys`."""

    def __iter__(self) -> Iterator[Any]:
        yield from self.keys()  # type: ignore[attr-defined]  # of the class that it is mixed into

    def has_key(self, key: Any) -> bool:
        """Return whether there is a key."""
        try:
            self[key]  # type: ignore[index]  # as above
        except KeyError:
            return False
        return True

    def __contains__(self, key: Any) -> bool:
        return self.has_key(key)

    def iteritems(self) -> Any:
        """Return an iterator over the items."""
        for key in self:
            yield key, self[key]  # type: ignore[index]  # as above

    def iterkeys(self) -> Any:
        """Return an iterator over the keys."""
        return self.__iter__()

    def itervalues(self) -> Any:
        """Return an iterator over the values."""
        for _, value in self.iteritems():
            yield value

    def values(self) -> Any:
        """Return a list of the values."""
        return [value for _, value in self.iteritems()]

    def items(self) -> Any:
        """Return a list of the items."""
        return list(self.iteritems())

    def clear(self) -> None:
        """Remove all items."""
        for key in list(self.keys()):  # type: ignore[attr-defined]  # as above
            del self[key]  # type: ignore[attr-defined]  # as above

    def setdefault(self, key: Any, default: Any = None) -> Any:
        """Return the value of a key, which is set if it is missing."""
        try:
            return self[key]  # type: ignore[index]  # as above
        except KeyError:
            self[key] = default  # type: ignore[index]  # as above
        return default

    def pop(self, key: Any, *default: Any) -> Any:
        """Remove a key; return its value."""
        if len(default) > 1:
            raise TypeError(f"pop expected at most 2 arguments, got {1 + len(default)}")
        try:
            value = self[key]  # type: ignore[index]  # as above
        except KeyError:
            if default:
                return default[0]
            raise
        del self[key]  # type: ignore[attr-defined]  # as above
        return value

    def popitem(self) -> Any:
        """Remove and return an item."""
        for key, value in self.iteritems():
            del self[key]  # type: ignore[attr-defined]  # as above
            return key, value
        raise KeyError("container is empty")

    def update(self, other: Any = None, **named: Any) -> None:
        """Take over the items of another mapping."""
        if hasattr(other, "iteritems"):
            pairs = other.iteritems()
        elif hasattr(other, "keys"):
            pairs = [(key, other[key]) for key in other.keys()]
        else:
            pairs = other or []
        for key, value in [*pairs, *named.items()]:
            self[key] = value  # type: ignore[index]  # as above

    def get(self, key: Any, default: Any = None) -> Any:
        """Return the value of a key, or another value."""
        try:
            return self[key]  # type: ignore[index]  # as above
        except KeyError:
            return default

    def __repr__(self) -> str:
        return repr(dict(self.iteritems()))

    def __cmp__(self, other: Any) -> int:
        if other is None:
            return 1
        return cmp(dict(self.iteritems()), dict(other.iteritems()) if isinstance(other, DictMixin) else other)

    def __eq__(self, other: object) -> bool:
        return dict(self.iteritems()) == (dict(other.iteritems()) if isinstance(other, DictMixin) else other)

    __hash__ = None  # type: ignore[assignment]  # it can't be hashed

    def __len__(self) -> int:
        return len(self.keys())  # type: ignore[attr-defined]  # as above
