"""What makes and changes dicts and sets in Python 2 files, where `python2_order` has to know how it was done."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any

from pong_pg.legacy.runtime import python2_order
from pong_pg.legacy.runtime.python2_order import Step, is_dict, is_set, keys_of, ordered


def dict_display(made: dict[Any, Any], count: int = 0) -> dict[Any, Any]:
    """Return the dict of a display or comprehension; `count` items for which a display makes room at the start."""
    if count > 5:
        keys = list(made)
        python2_order.record(made, keys, [Step(keys.copy(), expected=count)])
    else:
        python2_order.forget(made)
    return made


def dict_of(*values_and_keys: Any) -> dict[Any, Any]:
    """Return the dict of a display, whose values Python 2 evaluated before their keys."""
    made = dict(zip(values_and_keys[1::2], values_and_keys[::2], strict=True))
    return dict_display(made, len(values_and_keys) // 2)


def dict_of_pairs(pairs: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
    """Return the dict of a comprehension; of each pair the value, which Python 2 evaluated first, stands first."""
    return dict_display({key: value for value, key in pairs})


def new_dict(*arguments: Any, **named: Any) -> dict[Any, Any]:
    """Return `dict(...)`."""
    if len(arguments) != 1 or not is_dict(arguments[0]):
        made = dict(*arguments)
        python2_order.forget(made)
    else:
        made = _copied(arguments[0])
    if named:
        # The call filled a dict with the named arguments, the last of them first.
        _merge(made, dict(reversed(named.items())))
    return made


def _copied(mapping: dict[Any, Any]) -> dict[Any, Any]:
    made: dict[Any, Any] = {}
    _merge(made, mapping)
    return made


def _merge(mapping: dict[Any, Any], other: dict[Any, Any]) -> None:
    if other is mapping or not other:
        return
    known, steps = python2_order.history(mapping)
    for key in keys_of(other):
        mapping[key] = other[key]
    keys = list(mapping)
    python2_order.record(mapping, keys, [*steps, Step(keys[len(known) :], merged=len(other))])


def copy(value: Any, /, *arguments: Any, **named: Any) -> Any:
    """Return `value.copy(...)`."""
    if type(value) is dict:
        return _copied(value)
    if type(value) is set:
        return new_set(value)
    return value.copy(*arguments, **named)


def update(value: Any, /, *arguments: Any, **named: Any) -> Any:
    """Do `value.update(...)`."""
    if type(value) is dict and len(arguments) <= 1:
        if arguments and type(arguments[0]) is dict:
            _merge(value, arguments[0])
        else:
            value.update(*map(ordered, arguments))
        if named:
            _merge(value, dict(reversed(named.items())))
        return None
    if type(value) is set:
        for other in arguments:
            _unite(value, other)
        return None
    return value.update(*arguments, **named)


def popitem(value: Any, *arguments: Any) -> Any:
    """Return `value.popitem()`: the first item of a dict's table."""
    if type(value) is not dict or not value:
        return value.popitem(*arguments)
    key = python2_order.take_first(value)
    return key, value.pop(key)


def delete(container: Any, index: Any) -> None:
    """Do `del container[index]`."""
    if type(container) is dict:
        python2_order.removed_from(container, index, lambda: container.__delitem__(index))
    else:
        del container[index]


def remove(value: Any, *arguments: Any) -> Any:
    """Do `value.remove(...)`."""
    if type(value) is set and len(arguments) == 1:
        return python2_order.removed_from(value, arguments[0], lambda: value.remove(*arguments))
    return value.remove(*arguments)


def discard(value: Any, *arguments: Any) -> Any:
    """Do `value.discard(...)`."""
    if type(value) is set and len(arguments) == 1:
        return python2_order.removed_from(value, arguments[0], lambda: value.discard(*arguments))
    return value.discard(*arguments)


def pop(value: Any, *arguments: Any) -> Any:
    """Return `value.pop(...)`; of a set, the first value of its table."""
    if type(value) is dict and arguments:
        return python2_order.removed_from(value, arguments[0], lambda: value.pop(*arguments))
    if type(value) is not set or not value or arguments:
        return value.pop(*arguments)
    first = python2_order.take_first(value)
    value.remove(first)
    return first


# Sets.


def new_set(*arguments: Any) -> Any:
    """Return `set(...)`."""
    return _recorded(set, *arguments)


def new_frozenset(*arguments: Any) -> Any:
    """Return `frozenset(...)`."""
    if len(arguments) == 1 and type(arguments[0]) is frozenset:
        return arguments[0]
    return _recorded(frozenset, *arguments)


def _recorded(kind: Callable[..., Any], *arguments: Any) -> Any:
    if len(arguments) != 1:
        return kind(*arguments)
    values = arguments[0]
    sized = is_set(values) or is_dict(values)
    keys = list(dict.fromkeys(ordered(values)))
    made = kind(keys)
    python2_order.record(made, keys, [Step(keys.copy(), merged=len(keys) if sized else 0)])
    return made


def add(value: Any, /, *arguments: Any, **named: Any) -> Any:
    """Do `value.add(...)`."""
    if type(value) is set and len(arguments) == 1:
        return python2_order.added_to_set(value, arguments[0])
    return value.add(*arguments, **named)


def _unite(values: set[Any], other: Any) -> None:
    if other is values:
        return
    known, steps = python2_order.history(values)
    new = list(dict.fromkeys(ordered(other)))
    values.update(new)
    keys = list(dict.fromkeys([*known, *new]))
    merged = len(new) if is_set(other) or is_dict(other) else 0
    python2_order.record(values, keys, [*steps, Step(keys[len(known) :], merged=merged)])


def _union(a: Any, b: Any) -> Any:
    made = new_set(a)
    _unite(made, b)
    return made


def _intersection(a: Any, b: Any) -> Any:
    if is_set(b) and len(b) > len(a):
        a, b = b, a
    return new_set([value for value in ordered(b) if value in a])


def _difference(a: Any, b: Any) -> Any:
    if is_set(b) or is_dict(b):
        return new_set([value for value in keys_of(a) if value not in b])
    made = new_set(a)
    keys, steps = python2_order.history(made)
    gone = [value for value in dict.fromkeys(ordered(b)) if value in made]
    made.difference_update(gone)
    python2_order.record(made, [key for key in keys if key in made], [*steps, Step([], removed=gone)])
    return made


def _symmetric_difference(a: Any, b: Any) -> Any:
    made = new_set(b)
    keys, steps = python2_order.history(made)
    for value in keys_of(a):
        if value in made:
            made.remove(value)
            keys.remove(value)
            steps.append(Step([], removed=[value]))
        else:
            made.add(value)
            keys.append(value)
            steps.append(Step([value]))
    python2_order.record(made, keys, steps)
    return made


def _operator(plain: Callable[[Any, Any], Any], of_sets: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def operate(a: Any, b: Any) -> Any:
        return of_sets(a, b) if type(a) is set and type(b) is set else plain(a, b)

    return operate


set_or = _operator(operator.or_, _union)
set_and = _operator(operator.and_, _intersection)
set_sub = _operator(operator.sub, _difference)
set_xor = _operator(operator.xor, _symmetric_difference)


def _method(name: str, of_sets: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    def method(value: Any, /, *arguments: Any, **named: Any) -> Any:
        if type(value) is set and len(arguments) == 1:
            return of_sets(value, arguments[0])
        return getattr(value, name)(*arguments, **named)

    return method


union = _method("union", _union)
intersection = _method("intersection", _intersection)
difference = _method("difference", _difference)
symmetric_difference = _method("symmetric_difference", _symmetric_difference)


def most_common(counter: Any, *arguments: Any) -> Any:
    """Return `counter.most_common(n)`; of equal counts, the first one in the table comes first."""
    if not is_dict(counter) or len(arguments) > 1:
        return counter.most_common(*arguments)
    pairs: Iterable[tuple[Any, Any]] = python2_order.items_of(counter)
    found = sorted(pairs, key=operator.itemgetter(1), reverse=True)
    return found if not arguments or arguments[0] is None else found[: max(0, arguments[0])]
