"""What makes and changes dicts and sets in Python 2 files, where `python2_order` has to know how it was done."""

from __future__ import annotations

import operator
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from pong_pg.legacy.runtime import python2_order
from pong_pg.legacy.runtime.python2_order import Step, is_dict, is_set, items_of, keys_of, order_of, ordered


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
    if len(arguments) != 1 or not isinstance(arguments[0], dict):
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
    # Of a dict with an order of its own, the table was read.
    for key in keys_of(other) if is_dict(other) else order_of(dict.__iter__(other)):
        dict.__setitem__(mapping, key, dict.__getitem__(other, key))
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
    if type(value) is set:
        for other in arguments:
            _unite(value, other)
        return None
    if len(arguments) > 1 or not isinstance(value, dict):
        return value.update(*arguments, **named)
    method = type(value).update
    if method is dict.update:
        # The call filled a dict with the named arguments, the last of them first.
        _fill(value, arguments, dict(reversed(named.items())))
    elif method is OrderedDict.update:
        _fill_in_order(value, arguments, named)
    elif method is Counter.update:
        _count(value, arguments, named)
    else:
        return value.update(*arguments, **named)
    return None


def update_with(value: Any, arguments: tuple[Any, ...], given: dict[str, Any], mapping: Any) -> Any:
    """Do `value.update(*arguments, name=..., **mapping)`; `given` has the arguments that are named."""
    named = dict(**given, **mapping)
    if len(arguments) > 1 or not isinstance(value, dict) or type(value).update is not dict.update:
        return update(value, *arguments, **dict.fromkeys(keys_of(filled(given, mapping))) | named)
    _fill(value, arguments, filled(given, mapping))
    return None


def dict_with(arguments: tuple[Any, ...], given: dict[str, Any], mapping: Any) -> dict[Any, Any]:
    """Return `dict(*arguments, name=..., **mapping)`; `given` has the arguments that are named."""
    named = dict(**given, **mapping)
    made = new_dict(*arguments) if len(arguments) < 2 else dict(*arguments, **named)
    _merge(made, filled(given, mapping))
    return made


def filled(given: dict[str, Any], mapping: Any) -> dict[str, Any]:
    """Return the dict that a call with `**mapping` handed over, which was `mapping` itself if it named no others."""
    if not given and isinstance(mapping, dict):
        return mapping
    made = _copied(mapping) if isinstance(mapping, dict) else {key: mapping[key] for key in ordered(mapping.keys())}
    for key in reversed(given):
        made[key] = given[key]
    return made


def _fill(made: dict[Any, Any], arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
    if arguments and isinstance(arguments[0], dict):
        _merge(made, arguments[0])
    else:
        dict.update(made, *map(ordered, arguments))
    _merge(made, named)


def _fill_in_order(made: dict[Any, Any], arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
    made.update(*(list(items_of(value)) if is_dict(value) else ordered(value) for value in arguments))
    made.update((name, named[name]) for name in order_of(named))


def _count(made: dict[Any, Any], arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
    for other in (*arguments, *([named] if named else ())):
        if is_dict(other) and not made:
            _merge(made, other)
        else:
            made.update(dict(items_of(other)) if is_dict(other) else ordered(other))


def new_ordered_dict(*arguments: Any, **named: Any) -> Any:
    """Return `OrderedDict(...)`."""
    if len(arguments) > 1:
        return OrderedDict(*arguments, **named)
    made: OrderedDict[Any, Any] = OrderedDict()
    # The class called a method of its own with them.
    _fill_in_order(made, arguments, {name: named[name] for name in order_of(named)})
    return made


def new_counter(*arguments: Any, **named: Any) -> Any:
    """Return `Counter(...)`."""
    if len(arguments) > 1:
        return Counter(*arguments, **named)
    made: Counter[Any] = Counter()
    python2_order.forget(made)
    given = tuple(value for value in arguments if value is not None)
    _count(made, given, {name: named[name] for name in order_of(named)})
    return made


def new_default_dict(*arguments: Any, **named: Any) -> Any:
    """Return `defaultdict(...)`."""
    if len(arguments) > 2:
        return defaultdict(*arguments, **named)
    made: defaultdict[Any, Any] = defaultdict(*arguments[:1])
    python2_order.forget(made)
    _fill(made, arguments[1:], dict(reversed(named.items())))
    return made


def from_keys(kind: Any, values: Any, value: Any = None) -> Any:
    """Return `kind.fromkeys(values, value)` of a class that has the method from `dict`."""
    keys = list(ordered(values))
    made = kind.fromkeys(keys, value)
    if type(made) is dict and (type(values) is dict or is_set(values)):
        python2_order.record(made, keys, [Step(keys.copy(), expected=len(keys) // 2 * 3, grows=False)])
    else:
        python2_order.forget(made)
    return made


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
    pairs: Iterable[tuple[Any, Any]] = items_of(counter)
    found = sorted(pairs, key=operator.itemgetter(1), reverse=True)
    return found if not arguments or arguments[0] is None else found[: max(0, arguments[0])]
