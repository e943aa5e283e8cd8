"""Dicts and sets in the order of Python 2, which was that of their hash tables."""

from __future__ import annotations

import collections
import collections.abc
import math
import reprlib
from copy import deepcopy


def python2_hash(value):
    """Return the hash that Python 2.7 gave a number, a text, or a tuple or frozenset of them."""
    if isinstance(value, (str, bytes)):
        codes = [*value] if isinstance(value, bytes) else [ord(character) for character in value]
        result = codes[0] << 7 if codes else 0
        for code in codes:
            result = (1000003 * result ^ code) & (1 << 64) - 1
        result ^= len(codes)
    elif isinstance(value, tuple):
        result, factor = 0x345678, 1000003
        for left, item in zip(reversed(range(len(value))), value):
            result = (result ^ python2_hash(item)) * factor
            factor += 82520 + left + left
        result += 97531
    elif isinstance(value, frozenset):
        result = 1927868237 * (len(value) + 1)
        for item in value:
            one = python2_hash(item) & (1 << 64) - 1
            result ^= (one ^ (one << 16) ^ 89869747) * 3644798167 & (1 << 64) - 1
        result = result * 69069 + 907133923
    elif isinstance(value, float) and math.isfinite(value) and value % 1:
        fraction, exponent = math.frexp(value)
        high = int(fraction * 2.0**31)
        result = high + int((fraction * 2.0**31 - high) * 2.0**31) + (exponent << 15)
    elif isinstance(value, (int, float)) and math.isfinite(value):
        result = int(value)
        if not -(1 << 63) <= result < 1 << 63:
            size = abs(result) % ((1 << 64) - 1) or -1
            result = size if result > 0 else -size
    elif isinstance(value, float):
        result = 314159 if value > 0 else -271828 if value < 0 else 0
    else:
        result = hash(value)
    result = (result + (1 << 63)) % (1 << 64) - (1 << 63)
    return -2 if result == -1 else result


class HashTable:
    """The table that held the keys of a dict or set of Python 2, which came in the order of its slots."""

    deleted = object()

    def __init__(self):
        self.size, self.slots = 8, {}

    def slot_of(self, key):
        """Return the slot of a key, or that into which it would come."""
        place = perturbation = python2_hash(key) & (1 << 64) - 1
        free = None
        while (slot := place % self.size) in self.slots:
            if self.slots[slot] is self.deleted:
                free = slot if free is None else free
            elif self.slots[slot] is key or self.slots[slot] == key:
                return slot
            place = 5 * slot + perturbation + 1
            perturbation >>= 5
        return slot if free is None else free

    def add(self, key, may_grow=True):
        """Add a key that is not in the table."""
        self.slots[self.slot_of(key)] = key
        if may_grow and len(self.slots) * 3 >= self.size * 2:
            count = len(self.keys())
            self.resize(count * (2 if count > 50000 else 4))

    def remove(self, key):
        """Take out a key; its slot stays in use until the table grows."""
        self.slots[self.slot_of(key)] = self.deleted

    def keys(self):
        """Return the keys in their order."""
        return [key for _, key in sorted(self.slots.items(), key=lambda slot: slot[0]) if key is not self.deleted]

    def resize(self, count):
        """Make a table that has more than so many slots."""
        keys = self.keys()
        self.size, self.slots = 8, {}
        while self.size <= count:
            self.size *= 2
        for key in keys:
            self.add(key, may_grow=False)

    def make_room(self, count):
        """Grow as for the keys of another table, before they come in."""
        if (len(self.slots) + count) * 3 >= self.size * 2:
            self.resize((len(self.keys()) + count) * 2)


def unchanged(container, message):
    """Yield the keys of a container with a table; it says so if their number changes meanwhile."""
    count, keys = len(container), container.table.keys()
    for key in keys:
        yield key
        if len(container) != count:
            raise RuntimeError(message)


class Python2Dict(dict):
    """A dict whose keys have the order that they had in Python 2; where that does not matter, a `dict` will do."""

    def __init__(self, *values, **named):
        super().__init__()
        self.table = HashTable()
        if values and type(values[0]) is dict:
            # That of a display, which had room for all keys from the start.
            if len(values[0]) > 5:
                self.table.resize(len(values[0]))
            values = [values[0].items()]
        self.update(*values, **named)

    def __setitem__(self, key, value):
        if key not in self:
            self.table.add(key)
        super().__setitem__(key, value)

    def __delitem__(self, key):
        super().__delitem__(key)
        self.table.remove(key)

    def __iter__(self):
        return unchanged(self, "dictionary changed size during iteration")

    def __reduce__(self):
        # Files that it is pickled to can be read without this class.
        return dict, (list(self.items()),)

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        new = memo[id(self)] = self.copy()
        new.clear()
        new.update((deepcopy(key, memo), deepcopy(value, memo)) for key, value in self.items())
        return new

    @reprlib.recursive_repr("{...}")
    def __repr__(self):
        return f"{{{', '.join(f'{key!r}: {value!r}' for key, value in self.items())}}}"

    def keys(self):
        """Return the keys."""
        return collections.abc.KeysView(self)

    def values(self):
        """Return the values."""
        return collections.abc.ValuesView(self)

    def items(self):
        """Return the keys with their values."""
        return collections.abc.ItemsView(self)

    def update(self, *values, **named):
        """Take over the items of another dict, or pairs."""
        for other in (*values, Python2Dict(reversed(named.items())) if named else ()):
            if isinstance(other, dict) and other:
                self.table.make_room(len(other))
            for key, value in other.items() if isinstance(other, dict) else other:
                if key not in self and isinstance(other, dict):
                    self.table.add(key, may_grow=False)
                    super().__setitem__(key, value)
                self[key] = value

    @classmethod
    def fromkeys(cls, keys, value=None):
        """Return a dict with these keys."""
        made = cls()
        may_grow = not isinstance(keys, (dict, set, frozenset))
        if not may_grow:
            made.table.resize(len(keys) // 2 * 3)
        for key in keys:
            if key not in made:
                made.table.add(key, may_grow)
            dict.__setitem__(made, key, value)
        return made

    def copy(self):
        """Return a copy."""
        return Python2Dict(self)

    def pop(self, key, *default):
        """Take out a key and return its value."""
        if key in self:
            self.table.remove(key)
        return super().pop(key, *default)

    def popitem(self):
        """Take out the first key and return it with its value."""
        key = next(iter(self))
        return key, self.pop(key)

    def setdefault(self, key, default=None):
        """Return the value of a key, which gets one if it has none."""
        if key not in self:
            self[key] = default
        return self[key]

    def clear(self):
        """Take out all keys."""
        super().clear()
        self.table = HashTable()


def in_python2_order(value):
    """Return what was loaded from a file, where a dict, with the dicts in it, has Python 2's order."""
    if type(value) is not dict:
        return value
    return Python2Dict((key, in_python2_order(item)) for key, item in value.items())


class Python2Counter(collections.Counter, Python2Dict):
    """A counter whose keys have the order that they had in Python 2; where that does not matter, `Counter` will do."""

    def __repr__(self):
        return super().__repr__().replace("Python2Counter", "Counter", 1)


class Python2DefaultDict(collections.defaultdict, Python2Dict):
    """A dict with default values, in the order of Python 2; where that does not matter, `defaultdict` will do."""

    def __init__(self, default_factory=None, *values, **named):
        Python2Dict.__init__(self, *values, **named)
        self.default_factory = default_factory

    __reduce__ = Python2Dict.__reduce__


class Python2Set(set):
    """A set whose values have the order that they had in Python 2; where that does not matter, a `set` will do."""

    def __init__(self, values=()):
        super().__init__()
        self.table = HashTable()
        self.update(values)

    def __iter__(self):
        return unchanged(self, "Set changed size during iteration")

    def __reduce__(self):
        # Files that it is pickled to can be read without this class.
        return set, (list(self),)

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return type(self)([deepcopy(value, memo) for value in self])

    def __repr__(self):
        return f"set([{', '.join(map(repr, self))}])"

    def add(self, value):
        """Add a value."""
        if value not in self:
            self.table.add(value)
            super().add(value)

    def update(self, *others):
        """Add the values of others."""
        for other in others:
            is_table = isinstance(other, (set, frozenset, dict))
            if is_table:
                self.table.make_room(len(other))
            for value in other:
                if value not in self:
                    self.table.add(value, may_grow=not is_table)
                    super().add(value)

    def discard(self, value):
        """Take out a value if it is there."""
        if value in self:
            self.remove(value)

    def remove(self, value):
        """Take out a value."""
        super().remove(value)
        self.table.remove(value)

    def pop(self):
        """Take out the first value and return it."""
        value = next(iter(self))
        self.remove(value)
        return value

    def clear(self):
        """Take out all values."""
        super().clear()
        self.table = HashTable()

    def copy(self):
        """Return a copy."""
        return Python2Set(self)

    def union(self, *others):
        """Return the values that are in any of them."""
        made = self.copy()
        made.update(*others)
        return made

    def intersection(self, other):
        """Return the values that are in both."""
        shorter, longer = (self, other) if isinstance(other, set) and len(other) > len(self) else (other, self)
        return Python2Set([value for value in shorter if value in longer])

    def difference(self, other):
        """Return the values that are not in another one."""
        if isinstance(other, (set, frozenset, dict)):
            return Python2Set([value for value in self if value not in other])
        made = self.copy()
        made.difference_update(other)
        return made

    def symmetric_difference(self, other):
        """Return the values that are in one of them."""
        made = Python2Set(other)
        for value in self:
            (made.discard if value in made else made.add)(value)
        return made

    def difference_update(self, other):
        """Take out the values of another one."""
        for value in list(other):
            self.discard(value)

    __or__, __and__, __sub__, __xor__ = union, intersection, difference, symmetric_difference

    def intersection_update(self, other):
        """Keep the values that are in another one, too."""
        kept = self.intersection(other)
        super().clear()
        super().update(kept)
        self.table = kept.table

    def symmetric_difference_update(self, other):
        """Take out the values of another one, and add those that were not there."""
        for value in Python2Set(other):
            (self.discard if value in self else self.add)(value)

    def __iand__(self, other):
        self.intersection_update(other)
        return self

    def __ixor__(self, other):
        self.symmetric_difference_update(other)
        return self

    def __ior__(self, other):
        self.update(other)
        return self

    def __isub__(self, other):
        self.difference_update(other)
        return self


class Python2FrozenSet(frozenset):
    """A frozenset whose values have the order that they had in Python 2; else a `frozenset` will do."""

    def __new__(cls, values=()):  # noqa: D102 - the class says it
        ordered = Python2Set(values)
        made = super().__new__(cls, ordered)
        made.ordered = ordered
        return made

    def __iter__(self):
        return iter(self.ordered)

    def __reduce__(self):
        # Files that it is pickled to can be read without this class.
        return frozenset, (list(self),)

    def __deepcopy__(self, memo):
        return Python2FrozenSet([deepcopy(value, memo) for value in self])

    def __repr__(self):
        return f"frozenset([{', '.join(map(repr, self))}])"

    def copy(self):
        """Return itself, as it does not change."""
        return self

    def union(self, *others):
        """Return the values that are in any of them."""
        return Python2FrozenSet(self.ordered.union(*others))

    def intersection(self, other):
        """Return the values that are in both."""
        return Python2FrozenSet(self.ordered.intersection(other))

    def difference(self, other):
        """Return the values that are not in another one."""
        return Python2FrozenSet(self.ordered.difference(other))

    def symmetric_difference(self, other):
        """Return the values that are in one of them."""
        return Python2FrozenSet(self.ordered.symmetric_difference(other))

    __or__, __and__, __sub__, __xor__ = union, intersection, difference, symmetric_difference
