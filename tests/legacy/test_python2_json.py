"""`json` of Python 2; what is expected is what Python 2.7.18 printed."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest

from pong_pg.legacy.shims.python2 import json
from pong_pg.legacy.shims.python2.json import dump, dumps

pytestmark = pytest.mark.any_stack


class Encoder(json.JSONEncoder):
    def default(self, o: Any) -> Any:
        if isinstance(o, complex):
            return {"real": o.real, "imag": o.imag, "abs": abs(o)}
        return json.JSONEncoder.default(self, o)


class Items(dict[Any, Any]):
    def items(self) -> Any:
        return [("zz", 1), ("aa", {"state": 1, "action": 2})]


@pytest.mark.parametrize(
    ("value", "named", "text"),
    [
        ({1: "a", "b": 2, None: 3, 2.5: 4}, {"sort_keys": True}, '{"null": 3, "1": "a", "2.5": 4, "b": 2}'),
        ({1: "a", "b": 2, None: 3, 2.5: 4}, {}, '{"2.5": 4, "1": "a", "b": 2, "null": 3}'),
        ({True: "a", "b": 2, False: 3}, {}, '{"False": 3, "True": "a", "b": 2}'),
        ({True: "a", "b": 2, False: 3}, {"indent": 1}, '{\n "false": 3, \n "true": "a", \n "b": 2\n}'),
        ({True: "a", "b": 2, False: 3}, {"sort_keys": True}, '{"false": 3, "true": "a", "b": 2}'),
        ({1.0: "x", 1e20: 2}, {}, '{"1.0": "x", "1e+20": 2}'),
        ({"1": "a", 1: "b"}, {}, '{"1": "a", "1": "b"}'),
        (
            {"\xe9": "\xc3\xa9", "b": "\xfc", "zz": 1, "\xc3\xa9": 3},
            {},
            '{"\\u00e9": "\\u00e9", "\\u00e9": 3, "b": "\\u00fc", "zz": 1}',
        ),
        ({"\xc3\xa9": 1, "b": "\xc3\xbc"}, {"ensure_ascii": False}, '{"\xc3\xa9": 1, "b": "\xc3\xbc"}'),
        ({("a", 1): 1, "b": 2}, {"skipkeys": True}, '{"b": 2}'),
        ({(1, 2): 3, "b": 1, 10: 2}, {"skipkeys": True, "sort_keys": True}, '{"10": 2, "b": 1}'),
        (
            {"n": np.int64(3), np.int64(4): [np.float64(0.5)], "b": True},
            {},
            '{"b": true, "4": [0.5], "n": 3}',
        ),
        ({"c": 1 + 2j, "a": 0}, {"cls": Encoder}, '{"a": 0, "c": {"real": 1.0, "imag": 2.0, "abs": 2.23606797749979}}'),
        ([1j], {"default": lambda _: {"state": 1, "action": 2}}, '[{"action": 2, "state": 1}]'),
        (Items(state=1), {}, '{"state": 1}'),
        (Items(state=1), {"sort_keys": True}, '{"aa": {"action": 2, "state": 1}, "zz": 1}'),
    ],
)  # fmt: skip
def test_documents(value: Any, named: dict[str, Any], text: str) -> None:
    assert dumps(value, **named) == text


def test_positional_arguments() -> None:
    named = {"z": 1, "y": 2, "x": 3}
    assert dumps(named, False, True, True, True, None, 2) == '{\n  "y": 2, \n  "x": 3, \n  "z": 1\n}'
    assert json.JSONEncoder(False, True, True, True, True).encode(named) == '{"x": 3, "y": 2, "z": 1}'


def test_parts() -> None:
    file = io.StringIO()
    dump({"state": 1, "action": 2, True: 4}, file)
    assert file.getvalue() == '{"action": 2, "true": 4, "state": 1}'
    assert "".join(Encoder(sort_keys=True).iterencode({"b": 1, "a": 2})) == '{"a": 2, "b": 1}'


@pytest.mark.parametrize(
    ("value", "named", "message"),
    [
        ({(1, 2): 3}, {}, "keys must be a string"),
        ({(1, 2): 3}, {"indent": 1}, r"key \(1, 2\) is not a string"),
        ({"a": {1}}, {}, r"set\(\[1\]\) is not JSON serializable"),
    ],
)
def test_what_can_not_be_written(value: Any, named: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        dumps(value, **named)


def test_a_value_within_itself() -> None:
    inside: list[Any] = []
    inside.append({"a": inside})
    with pytest.raises(ValueError, match="Circular reference detected"):
        dumps(inside)
