"""Pillow in old scripts; `tests/originals` compares a whole script with Pillow 6.2 on Python 2.7."""

from __future__ import annotations

from pathlib import Path

import pytest
from old_scripts import prints

pytestmark = pytest.mark.needs("pillow")

SCRIPT = """
import numpy as np
from PIL import Image
colours = Image.fromarray(np.arange(36, dtype="uint8").reshape(3, 4, 3) * 7)
print(np.asarray(colours.resize((2, 2)))[0].tolist())
print(np.asarray(colours.convert("L"))[0].tolist())
print([Image.ANTIALIAS == Image.LANCZOS, colours.convert("L").mode, colours.convert().mode])
"""


def test_a_script_of_its_time_has_the_nearest_pixels_and_grey_rounded_down(tmp_path: Path) -> None:
    assert prints(tmp_path, f"#!/usr/bin/env python2\n{SCRIPT}") == [
        "[[21, 28, 35], [63, 70, 77]]",
        "[5, 26, 47, 68]",
        "[True, 'L', 'RGB']",
    ]


def test_a_script_without_a_sign_of_that_time_has_todays(tmp_path: Path) -> None:
    assert prints(tmp_path, SCRIPT) == ["[[38, 45, 52], [77, 84, 91]]", "[6, 27, 48, 69]", "[True, 'L', 'RGB']"]
