from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pong_pg.errors import MissingPackageError
from pong_pg.legacy.runtime import notes
from pong_pg.legacy.shims import scipy
from pong_pg.legacy.shims.scipy import misc

pytestmark = pytest.mark.any_stack

old: Any = misc


def test_bytescale_stretches_all_but_bytes() -> None:
    assert misc.bytescale(np.array([0.0, 0.5, 1.0])).tolist() == [0, 128, 255]
    assert misc.bytescale(np.array([2, 3], np.uint8)).tolist() == [2, 3]
    assert misc.bytescale(np.array([5.0, 5.0])).tolist() == [0, 0]
    assert misc.bytescale(np.array([0, 5, 20]), cmin=0, cmax=10, high=100, low=50).tolist() == [50, 75, 100]
    with pytest.raises(ValueError, match="between 0 and 255"):
        misc.bytescale(np.array([1.0]), high=300)
    with pytest.raises(ValueError, match="cmax"):
        misc.bytescale(np.array([1.0]), cmin=3, cmax=2)


def test_imresize_takes_percent_factor_and_shape() -> None:
    frame = np.arange(210 * 160 * 3, dtype=np.uint32).reshape(210, 160, 3).astype(np.uint8)
    assert misc.imresize(frame, 50).shape == (105, 80, 3)
    assert misc.imresize(frame, 0.25).shape == (52, 40, 3)
    assert misc.imresize(frame, np.float32(0.5)).shape == (105, 80, 3)
    assert misc.imresize(frame[..., 0], (80, 70.0)).shape == (80, 70)
    assert misc.imresize(np.array([[0.0, 1.0]]), (1, 4), interp="nearest").tolist() == [[0, 0, 255, 255]]
    assert misc.imresize(np.array([[0.0, 1.0]]), 200, interp="nearest").dtype == np.uint8
    floats = misc.imresize(np.array([[0.25, 0.5]]), (2, 2), mode="F")
    assert floats.dtype == np.float32
    assert floats.tolist() == [[0.25, 0.5], [0.25, 0.5]]
    with pytest.raises(KeyError):
        misc.imresize(frame, 50, interp="best")


def test_imresize_is_pillows(tmp_path: Path) -> None:
    from PIL import Image

    frame = np.random.default_rng(0).integers(0, 256, (42, 32), dtype=np.uint8)
    expected = np.asarray(Image.fromarray(frame).resize((16, 21), Image.Resampling.BILINEAR))
    np.testing.assert_array_equal(misc.imresize(frame, (21, 16)), expected)


@pytest.mark.parametrize(("shape", "size", "mode"), [((3, 5, 7), (7, 5), "RGB"), ((5, 3, 7), (7, 5), "RGB"),
                                                     ((5, 7, 4), (7, 5), "RGBA"), ((5, 7), (7, 5), "L")])  # fmt: skip
def test_toimage_finds_the_channels(shape: tuple[int, ...], size: tuple[int, int], mode: str) -> None:
    image = misc.toimage(np.zeros(shape, np.uint8))
    assert (image.size, image.mode) == (size, mode)


@pytest.mark.parametrize(("shape", "mode"), [((2, 5, 7), None), ((4,), None), ((2, 2), "RGB"), ((2, 2, 3), "CMYK")])
def test_what_is_no_image_is_refused(shape: tuple[int, ...], mode: str | None) -> None:
    with pytest.raises(ValueError, match="an image"):
        misc.toimage(np.zeros(shape, np.uint8), mode=mode)


def test_other_modes() -> None:
    assert misc.fromimage(misc.toimage(np.array([[0.0, 300.0]]), mode="1")).tolist() == [[0, 255]]
    assert np.asarray(misc.toimage(np.array([[1.0, 3.0]]), mode="I")).tolist() == [[0, 255]]
    assert misc.fromimage(misc.toimage(np.array([[1, 9]], np.uint8), mode="P")).tolist() == [[[1, 1, 1], [9, 9, 9]]]


def test_images_are_written_and_read(tmp_path: Path) -> None:
    frame = np.zeros((4, 6, 3), np.uint8)
    frame[..., 0] = 200
    misc.imsave(str(tmp_path / "a.png"), frame)
    np.testing.assert_array_equal(misc.imread(str(tmp_path / "a.png")), frame)
    assert misc.imread(str(tmp_path / "a.png"), flatten=True).dtype == np.float32
    assert misc.imread(str(tmp_path / "a.png"), mode="L").shape == (4, 6)
    assert misc.imrotate(frame, 90).shape == frame.shape
    assert misc.imfilter(frame, "blur").shape == frame.shape
    with pytest.raises(ValueError, match="filter"):
        misc.imfilter(frame, "nothing")
    with pytest.raises(TypeError):
        misc.fromimage(frame)


def test_imshow_needs_no_display(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    notes._printed.clear()
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    misc.imshow(np.zeros((2, 2)))
    assert "no display" in capsys.readouterr().err


def test_what_moved_is_found() -> None:
    assert old.logsumexp([0.0, 0.0]) == pytest.approx(np.log(2))
    assert old.comb(4, 2) == 6
    assert old.factorial(3) == 6
    assert misc.derivative(lambda x: x**3, 2.0, dx=1e-3) == pytest.approx(12, rel=1e-5)
    assert misc.derivative(lambda x: x**3, 2.0, dx=1e-2, n=2, order=5) == pytest.approx(12, rel=1e-5)
    assert misc.central_diff_weights(3).tolist() == pytest.approx([-0.5, 0, 0.5])
    with pytest.raises(ValueError, match="odd"):
        misc.derivative(np.sin, 0.0, order=4)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = old.nothing


@pytest.mark.filterwarnings("ignore:scipy.:DeprecationWarning")
def test_the_rest_is_scipys_or_once_was_numpys() -> None:
    top: Any = scipy
    assert top.stats.norm is importlib.import_module("scipy.stats").norm
    assert top.spatial is importlib.import_module("scipy.spatial")
    assert top.zeros(2).tolist() == [0, 0]
    assert top.randn(2).shape == (2,)
    assert top.misc is misc
    with pytest.raises(AttributeError):
        _ = top.no_such_name


def test_without_the_packages_it_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "PIL.Image", None)
    with pytest.raises(MissingPackageError, match=r"scipy.misc needs the package PIL.*pong-pg\[run\]"):
        misc.toimage(np.zeros((2, 2)))
    monkeypatch.setattr(scipy, "installed_version", lambda _: None)
    top: Any = scipy
    with pytest.raises(MissingPackageError, match="pip install scipy"):
        _ = top.stats
    assert top.ones(1).tolist() == [1]
