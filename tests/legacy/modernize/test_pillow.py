"""Pillow: filters of then, and what is said of shades of grey."""

from __future__ import annotations

import pytest

from pong_pg.legacy.modernize.modernizing import modernize

pytestmark = pytest.mark.every_python

START = "from PIL import Image\n"


def modern(text: str, python: int = 2) -> tuple[str, list[str]]:
    """The modern form of a file that imports Pillow, without the import, and the notes."""
    made = modernize(f"{START}{text}\n", filename="/nowhere/script.py", python=python)
    return made.source.removeprefix(START).rstrip("\n"), [note.text for note in made.notes]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("i = Image.open(f)\ni.resize((8, 8))", "i = Image.open(f)\ni.resize((8, 8), Image.NEAREST)"),
        ("Image.fromarray(a).crop(b).resize(size)", "Image.fromarray(a).crop(b).resize(size, Image.NEAREST)"),
        (
            "i = Image.new(m, s)\ni = i.copy()\ni.resize(s)",
            "i = Image.new(m, s)\ni = i.copy()\ni.resize(s, Image.NEAREST)",
        ),
        ("Image.open(f).resize(s, box=b)", "Image.open(f).resize(s, Image.NEAREST, box=b)"),
        ("Image.open(f).convert('RGB')", "Image.open(f).convert('RGB')"),
        ("Image.open(f).resize(s, Image.BOX)", "Image.open(f).resize(s, Image.BOX)"),
        ("Image.open(f).resize(s, resample=3)", "Image.open(f).resize(s, resample=3)"),
        ("Image.open(f).resize(s, Image.ANTIALIAS)", "Image.open(f).resize(s, Image.LANCZOS)"),
        (
            "import numpy as np\na = np.zeros(4)\na.resize((2, 2))",
            "import numpy as np\na = np.zeros(4)\na.resize((2, 2))",
        ),
    ],
)
def test_filters(old: str, new: str) -> None:
    assert modern(old) == (new, [])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Image.open(f).resize(s).convert('L')", "converted(Image.open(f).resize(s, Image.NEAREST), 'L')"),
        ("i = Image.open(f)\ni.convert(mode)", "i = Image.open(f)\nconverted(i, mode)"),
        ("from PIL import ImageOps\nImageOps.grayscale(i)", 'from PIL import ImageOps\nconverted(i, "L")'),
        ("from PIL import ImageOps\nImageOps.fit(i, s)", "from PIL import ImageOps\nImageOps.fit(i, s, Image.NEAREST)"),
    ],
)
def test_shades_of_grey_and_image_operations(old: str, new: str) -> None:
    source, notes = modern(old)
    assert source.endswith(new.rpartition("\n")[2])
    assert notes == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def f(i):\n    return i.resize((8, 8))", "the default filter of resize was NEAREST"),
        ("def f(i):\n    i = i.copy()\n    return i.resize((8, 8))", "the default filter of resize was NEAREST"),
        ("i = Image.open(f) if f else g\ni.resize((8, 8))", "the default filter of resize was NEAREST"),
        ("def f(i):\n    return i.convert('L')", "convert rounded shades of grey down"),
    ],
)
def test_what_is_to_be_checked(text: str, said: str) -> None:
    source, notes = modern(text)
    assert len(notes) == 1
    assert said in notes[0]
    assert said in source


def test_a_script_without_a_sign_of_that_time_keeps_todays_defaults() -> None:
    text = "i = Image.open(f)\ni.resize((8, 8)).convert('L')"
    assert modern(text, python=3) == (text, [])


def test_filters_that_are_gone_are_replaced_in_any_script() -> None:
    assert modern("f(Image.ANTIALIAS, Image.LINEAR, Image.CUBIC)", python=3)[0] == (
        "f(Image.LANCZOS, Image.BILINEAR, Image.BICUBIC)"
    )
