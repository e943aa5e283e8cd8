"""The order of dicts and sets in Python 2.7: that of their hash tables, whose growth is followed here.

A dict of today knows in which order its keys came in, which with the hashes of `python2_hash` gives the table that
Python 2.7 would have made of them. Two things a dict does not know, so they are recorded where rewritten code makes
it: that its table was made larger at once, as for a copy, and for sets the order in which their values came in. Keys
whose hash came from an address had no order that a program could rely on; with such a key, a container keeps its own.
What deleted keys had left in a table is not known either.
"""

from __future__ import annotations

import gc
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, KeysView, Sequence, ValuesView
from dataclasses import dataclass, field
from types import NoneType
from typing import Any

from pong_pg.legacy.runtime.python2_hash import AddressHashError, hash_of
from pong_pg.legacy.runtime.python2_long import long

_SMALLEST = 8
# A dict display of so many items did not make room for them.
_LEAST_EXPECTED = 5
# Above so many keys a table doubled, below it grew by four.
_LARGE = 50000
_SHIFT = 5
_ALL = 2**64 - 1


class _Table:
    """A hash table as Python 2.7 laid it out, for `dict` and `set` alike."""

    def __init__(self) -> None:
        self._mask = _SMALLEST - 1
        self._slots: dict[int, tuple[Any, int]] = {}
        # Slots of keys that are gone; they count as filled until the table is made anew.
        self._left: set[int] = set()

    def resize(self, beyond: int) -> None:
        """Give the table the smallest size above a number, and put its keys in again, slot by slot."""
        size = _SMALLEST
        while size <= beyond:
            size *= 2
        old = [self._slots[slot] for slot in sorted(self._slots)]
        self._mask, self._slots, self._left = size - 1, {}, set()
        for key, hashed in old:
            self._put(key, hashed)

    def _put(self, key: Any, hashed: int) -> None:
        slots, mask = self._slots, self._mask
        slot = hashed & mask
        if slot in slots or self._left:
            slot = self._free_slot(hashed)
        slots[slot] = key, hashed

    def _free_slot(self, hashed: int) -> int:
        gone = None
        for slot in self._probe(hashed):
            if slot in self._left:
                gone = slot if gone is None else gone
            elif slot not in self._slots:
                break
        if gone is None:
            return slot
        self._left.remove(gone)
        return gone

    def _probe(self, hashed: int) -> Iterator[int]:
        place, perturbed = hashed & self._mask, hashed & _ALL
        yield place
        while True:
            place = 5 * place + perturbed + 1
            yield place & self._mask
            perturbed >>= _SHIFT

    def make_room(self, more: int) -> None:
        """Grow as for the values of another dict or set."""
        if (len(self._slots) + len(self._left) + more) * 3 >= (self._mask + 1) * 2:
            self.resize((len(self._slots) + more) * 2)

    def add(self, keys: Iterable[Any], *, grow: bool = True) -> None:
        """Add keys that are not in the table, one after another."""
        for key in keys:
            self._put(key, hash_of(key))
            used = len(self._slots)
            if grow and (used + len(self._left)) * 3 >= (self._mask + 1) * 2:
                self.resize(used * (2 if used > _LARGE else 4))

    def remove(self, key: Any) -> None:
        """Take out a key that is in the table."""
        for slot in self._probe(hash_of(key)):
            found = self._slots.get(slot)
            if found is not None and (found[0] is key or found[0] == key):
                del self._slots[slot]
                self._left.add(slot)
                return

    @property
    def keys(self) -> list[Any]:
        return [self._slots[slot][0] for slot in sorted(self._slots)]


@dataclass(frozen=True)
class Step:
    """One operation on a table.

    Attributes:
        keys: the keys that it put in, one after another.
        merged: how many keys the other dict or set had that it took them from; 0 if there was none.
        expected: how many keys the table was made for, as for a dict display; 0 if it was not.
        grows: the table may grow as they come in.
        removed: the keys that it then took out.
        later: keys that then came in one by one.
    """

    keys: list[Any]
    merged: int = 0
    expected: int = 0
    grows: bool = True
    removed: list[Any] = field(default_factory=list)
    later: list[Any] = field(default_factory=list)


@dataclass(frozen=True)
class _Record:
    """What is known of how a container was made.

    Attributes:
        keys: its keys in the order in which they came in.
        steps: how its table got them.
    """

    keys: list[Any]
    steps: tuple[Step, ...]


# By the id of a container. An id is used again when its container is gone, so that a record only counts as far as the
# container's keys are those of the record.
_records: OrderedDict[int, _Record] = OrderedDict()
_MOST_RECORDS = 1024
_SIMPLE = frozenset([bool, bytes, complex, float, frozenset, int, long, NoneType, str, tuple])
# Larger containers, and those that lost more keys, are not followed: that would take longer than what they are for.
_MOST_FOLLOWED = 256
_MOST_STEPS = 64
# The last orders found: id -> (its keys then, the order).
_found: OrderedDict[int, tuple[list[Any], list[Any]]] = OrderedDict()
_MOST_FOUND = 64

_PLAIN, _DICT, _SET, _VIEW, _ERROR = range(5)


class _Kinds(dict[type, int]):
    """Which kinds of containers are ordered, by their type."""

    def __missing__(self, kind: type) -> int:
        found = _PLAIN
        if issubclass(kind, dict) and kind.__iter__ is dict.__iter__:
            found = _DICT
        elif issubclass(kind, set | frozenset) and kind.__iter__ in {set.__iter__, frozenset.__iter__}:
            found = _SET
        elif kind in {type({}.keys()), type({}.values()), type({}.items())}:
            found = _VIEW
        elif issubclass(kind, BaseException) and not hasattr(kind, "__iter__") and not hasattr(kind, "__getitem__"):
            found = _ERROR
        self[kind] = found
        return found


_kinds = _Kinds()


def ordered(value: Any) -> Any:
    """Return an iterable of what iterating over a value gives, in Python 2.7's order if it is a dict or a set.

    An exception gives its arguments. Everything else, such as a list or an iterator, is returned as it is.
    """
    kind = _kinds[type(value)]
    if kind == _PLAIN:
        return value
    if kind == _ERROR:
        return value.args
    if kind == _DICT:
        return _guarded(value, keys_of(value))
    return _guarded(value, keys_of(value)) if kind == _SET else _of_view(value)


def _guarded(container: Any, keys: list[Any]) -> Iterator[Any]:
    count = len(container)
    for key in keys:
        if len(container) != count:
            break
        yield key
    if len(container) != count:
        name = "dictionary" if isinstance(container, dict) else "Set"
        raise RuntimeError(f"{name} changed size during iteration")


def items_of(mapping: dict[Any, Any]) -> Iterator[tuple[Any, Any]]:
    """Yield the items of a dict; values are read as the iteration comes to them."""
    for key in _guarded(mapping, keys_of(mapping)):
        yield key, mapping[key]


def values_of(mapping: dict[Any, Any]) -> Iterator[Any]:
    """Yield the values of a dict, each read as the iteration comes to it."""
    for key in _guarded(mapping, keys_of(mapping)):
        yield mapping[key]


def _of_view(view: Any) -> Any:
    # A view refers to nothing but its dict; its attribute `mapping` is a proxy of it.
    mapping = gc.get_referents(view)[0]
    if isinstance(view, KeysView):
        return keys_of(mapping)
    return list(values_of(mapping) if isinstance(view, ValuesView) else items_of(mapping))


def is_dict(value: Any) -> bool:
    """Return whether a value is a dict that iterates as Python's own, so not an `OrderedDict`."""
    return _kinds[type(value)] == _DICT


def is_set(value: Any) -> bool:
    """Return whether a value is a set or frozenset that iterates as Python's own."""
    return _kinds[type(value)] == _SET


def keys_of(container: Any) -> list[Any]:
    """Return the keys of a dict, or the values of a set, in the order that they had in Python 2.7."""
    keys = list(container)
    if len(keys) < 2:
        return keys
    place = id(container)
    known = _found.get(place)
    if known is not None and len(known[0]) == len(keys) and all(map(_same, known[0], keys)):
        return known[1].copy()
    record = _records.get(place)
    if record is not None and not _belongs(record, container, keys):
        record = None
    order = _order_of_keys(keys, record, by_value=_kinds[type(container)] == _SET)
    if order is None:
        return keys
    if _SIMPLE.issuperset(map(type, keys)):
        _found[place] = keys, order
    if len(_found) > _MOST_FOUND:
        _found.popitem(last=False)
    return order.copy()


def order_of(keys: Iterable[Any]) -> list[Any]:
    """Return keys in the order of a new dict that gets them one after another."""
    keys = list(dict.fromkeys(keys))
    return _order_of_keys(keys, None) or keys


def _same(a: Any, b: Any) -> bool:
    return a is b


def _belongs(record: _Record, container: Any, keys: list[Any]) -> bool:
    count = len(record.keys)
    if _kinds[type(container)] == _SET:
        return count <= len(keys) and all(key in container for key in record.keys)
    return count <= len(keys) and all(map(_same, record.keys, keys))


def _order_of_keys(keys: list[Any], record: _Record | None, *, by_value: bool = False) -> list[Any] | None:
    try:
        if by_value:
            keys = _as_they_came(keys, record)
        return _layout(record, keys).keys
    except AddressHashError:
        return None


def _as_they_came(keys: list[Any], record: _Record | None) -> list[Any]:
    """Return the values of a set in the order in which they came in; by their hashes as far as that is not known."""
    first = record.keys if record is not None else []
    known = set(first)
    rest = [key for key in keys if key not in known]
    return first + (sorted(rest, key=lambda key: (hash_of(key), str(type(key)))) if len(rest) > 1 else rest)


def _layout(record: _Record | None, keys: list[Any]) -> _Table:
    table = _Table()
    for step in record.steps if record is not None else ():
        if step.expected > _LEAST_EXPECTED:
            table.resize(step.expected)
        if step.merged:
            table.make_room(step.merged)
        # The room has been made, so that these don't make the table grow.
        table.add(step.keys, grow=step.grows and not step.merged)
        for key in step.removed:
            table.remove(key)
        table.add(step.later)
    table.add(keys[len(record.keys) if record is not None else 0 :])
    return table


def record(container: Any, keys: list[Any], steps: Sequence[Step]) -> None:
    """Keep how a container was made, until many others have been made.

    Args:
        container: a dict or set.
        keys: its keys in the order in which they came in.
        steps: how its table got them.
    """
    place = id(container)
    if not _SIMPLE.issuperset(map(type, keys)):
        # Objects of the script may be large, and are to go when the script has no more use for them.
        forget(container)
        return
    _records[place] = _Record(keys, tuple(steps))
    _records.move_to_end(place)
    _found.pop(place, None)
    if len(_records) > _MOST_RECORDS:
        _records.popitem(last=False)


def forget(container: Any) -> None:
    """Drop what is known of another container that was at the same place in memory."""
    _records.pop(id(container), None)
    _found.pop(id(container), None)


def is_recorded(container: Any) -> bool:
    """Return whether it may be known how a container was made, so that its keys are not all that its order is from."""
    return id(container) in _records


def history(container: Any) -> tuple[list[Any], list[Step]]:
    """Return the keys of a container in the order in which they came in, and how its table got them.

    Of values of a set that came in unseen the order is that of their hashes.
    """
    keys = list(container)
    known = _records.get(id(container))
    if known is not None and not _belongs(known, container, keys):
        known = None
    if _kinds[type(container)] == _SET:
        try:
            keys = _as_they_came(keys, known)
        except AddressHashError:
            return keys, [Step(keys)]
    if known is None:
        return keys, [Step(keys)]
    rest = keys[len(known.keys) :]
    return keys, [*known.steps, Step(rest)] if rest else list(known.steps)


def added_to_set(container: set[Any], value: Any) -> None:
    """Do `container.add(value)`, and keep the order in which values come in."""
    before = len(container)
    container.add(value)
    if len(container) == before:
        return
    known = _records.get(id(container))
    if known is not None and before and len(known.keys) == before and known.steps:
        known.keys.append(value)
        known.steps[-1].later.append(value)
    elif not before:
        record(container, [value], [Step([value])])


def removed_from(container: Any, key: Any, take: Callable[[], Any]) -> Any:
    """Take a key out of a dict or set, and keep that its slot of the table is not free for others.

    Args:
        container: the dict or set.
        key: what is taken out, if it is there.
        take: takes it out.

    Returns:
        What `take` returns.
    """
    if len(container) > _MOST_FOLLOWED or key not in container:
        return take()
    keys, steps = history(container)
    result = take()
    if len(steps) >= _MOST_STEPS:
        forget(container)
    else:
        gone = [one for one in keys if one is key or one == key]
        record(container, [one for one in keys if one not in gone], [*steps, Step([], removed=gone)])
    return result


def take_first(container: Any) -> Any:
    """Return the first key of a dict or set that is not empty, and keep the order of the others once it is gone."""
    keys = list(container)
    order = keys_of(container)
    first = order.pop(0)
    if len(order) > 1 and id(container) in _found:
        left = [key for key in keys if key is not first]
        _found[id(container)] = left, order
    return first
