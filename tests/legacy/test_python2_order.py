"""Dicts and sets in the order of Python 2.7's hash tables; `tests/originals` compares whole scripts with 2.7."""

from __future__ import annotations

import gc
import weakref
from collections import Counter, OrderedDict, defaultdict
from typing import Any

import numpy as np
import pytest

from pong_pg.legacy.runtime import python2_containers as containers
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
