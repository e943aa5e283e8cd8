from __future__ import annotations

import pickle
import string
import time
from typing import Any

import pytest
from old_files import missing_names

from pong_pg.legacy.runtime import stdlib

pytestmark = [pytest.mark.any_stack, pytest.mark.every_python]


def old(name: str) -> Any:
    module = stdlib.modern_module(name)
    assert module is not None
    return module


@pytest.mark.parametrize("name", ["os", "queue", "numpy", "no_such_module", "itertools"])
def test_other_names_mean_what_they_say(name: str) -> None:
    assert stdlib.modern_module(name) is None


def test_a_module_is_made_once_and_travels() -> None:
    assert old("urllib") is old("urllib")
    assert pickle.loads(pickle.dumps(old("urllib"))) is old("urllib")


def test_what_modules_have_stays_as_it_is() -> None:
    kept = (time.time, string.capwords)
    with missing_names():
        assert string.__dict__["letters"] == string.ascii_letters
        assert kept == (time.time, string.capwords)
    assert "letters" not in vars(string)
