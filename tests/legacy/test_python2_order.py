"""Dicts and sets in the order of Python 2.7's hash tables; `tests/originals` compares whole scripts with 2.7."""

from __future__ import annotations

import gc
import weakref
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pong_pg.legacy.runtime import python2_containers as containers
from pong_pg.legacy.runtime import python2_object_dicts as object_dicts
from pong_pg.legacy.runtime import python2_order
from pong_pg.legacy.runtime.python2_hash import AddressHashError, hash_of
from pong_pg.legacy.runtime.python2_order import keys_of, ordered

pytestmark = pytest.mark.any_stack


@pytest.mark.parametrize(
    ("value", "hashed"),
    [
        ("abc", 1453079729188098211),
        ("", 0),
        (-1, -2),
        (2**64, 1),
        (10**30, 5076944324515372240),
        (-(10**30), -5076944324515372240),
        (1.5, 1610645504),
        (2.0, 2),
        ((1, 2), 3713081631934410656),
        (1 + 2j, 2000007),
        (frozenset([1, "a"]), 7072990772568064799),
        (np.int64(7), 7),
    ],
)
def test_hashes(value: Any, hashed: int) -> None:
    assert hash_of(value) == hashed


def test_a_hash_that_came_from_an_address() -> None:
    with pytest.raises(AddressHashError):
        hash_of(object())
    with pytest.raises(TypeError, match="unhashable"):
        hash_of([])


def test_order_of_keys() -> None:
    assert keys_of({"W1": 0, "W2": 0, "b1": 0, "b2": 0}) == ["b2", "W2", "W1", "b1"]
    assert keys_of(dict.fromkeys([40, 8, 16, 3, 99, -1, 0, 1000])) == [0, 3, 40, 16, 8, 99, 1000, -1]
    assert keys_of(set("hello")) == ["h", "e", "l", "o"]


def test_a_container_with_a_key_without_a_hash_of_its_own_keeps_its_order() -> None:
    key = object()
    assert keys_of({"b": 0, key: 0, "a": 0}) == ["b", key, "a"]


def test_kinds() -> None:
    pairs = [("ba", 1), ("ac", 2)]
    for kind in (dict, Counter):
        assert list(ordered(kind(dict(pairs)))) == ["ac", "ba"]
    assert list(ordered(defaultdict(int, pairs))) == ["ac", "ba"]
    assert list(ordered(OrderedDict(pairs))) == ["ba", "ac"]
    assert list(ordered(dict(pairs).items())) == [("ac", 2), ("ba", 1)]
    assert list(ordered(OrderedDict(pairs).keys())) == ["ba", "ac"]
    unchanged = [3, 1]
    assert ordered(unchanged) is unchanged


def test_a_copy_has_a_smaller_table() -> None:
    made: dict[str, int] = {}
    for word in ["zero", "one", "two", "three", "four", "five", "six"]:
        made[word] = len(word)
    assert keys_of(made) == ["six", "three", "two", "four", "zero", "five", "one"]
    assert keys_of(containers.copy(made)) == ["four", "zero", "one", "five", "six", "three", "two"]
    assert list(made) == ["zero", "one", "two", "three", "four", "five", "six"]


def test_a_deleted_key_keeps_its_slot() -> None:
    made = dict.fromkeys(["state", "action", "reward", "next", "done", "info", "log_prob", "value", "entropy"], 0)
    for word in ("action", "info"):
        containers.delete(made, word)
    assert keys_of(made) == ["value", "next", "state", "done", "log_prob", "reward", "entropy"]


def test_a_dict_that_changes_while_it_is_gone_through() -> None:
    made = {"a": 1, "b": 2}
    keys = ordered(made)
    made[next(keys) + "x"] = 1
    with pytest.raises(RuntimeError, match="changed size"):
        next(keys)


def test_items_are_read_when_they_are_reached() -> None:
    made = {"a": 1, "b": 2}
    seen = []
    for key in ordered(made):
        seen.append(made[key])
        made["b"] = 5
    assert seen == [1, 5]


def test_names_of_arguments_are_the_scripts() -> None:
    made: dict[str, int] = {}
    containers.update(made, value=1, arguments=2, self=3)
    assert made == {"value": 1, "arguments": 2, "self": 3}


def test_no_object_of_the_script_is_kept() -> None:
    class Key:
        pass

    key = Key()
    gone = weakref.ref(key)
    made = containers.new_set([key, 1, 2])
    assert len(list(ordered(made))) == 3
    del key, made
    gc.collect()
    assert gone() is None


ONE_BY_ONE = ["six", "three", "two", "four", "zero", "five", "one"]
COPIED = ["four", "zero", "one", "five", "six", "three", "two"]


class Owner:
    def __init__(self) -> None:
        for word in ONE_BY_ONE:
            setattr(self, word, 0)


def copied(made: dict[str, int]) -> dict[str, int]:
    """Let the dict be known as a copy, as that may be which was at its place before."""
    python2_order.record(made, ONE_BY_ONE, [python2_order.Step(ONE_BY_ONE, merged=len(ONE_BY_ONE))])
    assert keys_of(made) == COPIED
    return made


@pytest.mark.parametrize("dict_of", [object_dicts.dict_of_object, object_dicts.vars_of])
def test_the_dict_of_an_object_is_not_the_one_that_was_at_its_place(dict_of: Callable[[Any], dict[str, int]]) -> None:
    owner = Owner()
    copied(vars(owner))
    assert keys_of(dict_of(owner)) == ONE_BY_ONE
    assert dict_of(owner) is vars(owner)


def test_what_is_known_of_the_dict_of_an_object_stays_known() -> None:
    owner = Owner()
    made = object_dicts.dict_of_object(owner)
    copied(made)
    assert keys_of(object_dicts.dict_of_object(owner)) == COPIED
    place = id(made)
    del owner
    assert keys_of(made) == COPIED
    assert place not in object_dicts._owners


def test_a_dict_that_becomes_that_of_objects_is_known() -> None:
    owners = Owner(), Owner()
    shared = copied(dict.fromkeys(ONE_BY_ONE, 0))
    for owner in owners:
        owner.__dict__ = object_dicts.given_dict(shared)
        assert keys_of(object_dicts.dict_of_object(owner)) == COPIED


def test_an_object_without_references_to_it_and_without_a_dict() -> None:
    class Bare:
        __slots__ = ("__dict__",)

    bare: Any = Bare()
    bare.one = 1
    assert object_dicts.dict_of_object(bare) == object_dicts.vars_of(bare) == {"one": 1}
    assert object_dicts.dict_of_object(Bare) == vars(Bare)
    with pytest.raises(TypeError, match=r"vars\(\) argument must have __dict__ attribute"):
        object_dicts.vars_of(3)
