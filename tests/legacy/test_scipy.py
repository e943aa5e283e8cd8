from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pong_pg.errors import MissingPackageError
from pong_pg.legacy.shims import scipy
from pong_pg.legacy.shims.scipy import misc

old: Any = misc


def test_bytescale_stretches_all_but_bytes() -> None:
    assert misc.bytescale(np.array([0.0, 0.5, 1.0])).tolist() == [0, 128, 255]
    assert misc.bytescale(np.array([2, 3], np.uint8)).tolist() == [2, 3]
    assert misc.bytescale(np.array([5.0, 5.0])).tolist() == [0, 0]
    assert misc.bytescale(np.array([0, 5, 20]), cmin=0, cmax=10, high=100, low=50).tolist() == [50, 75, 100]


def test_imresize_takes_percent_factor_and_shape() -> None:
    frame = np.zeros((210, 160, 3), np.uint8)
    for size in (50, 0.5, np.float32(0.5), (105, 80.0)):
        assert misc.imresize(frame, size).shape == (105, 80, 3)
    floats = misc.imresize(np.array([[0.25, 0.5]]), (2, 2), mode="F")
    assert floats.dtype == np.float32
    assert floats.tolist() == [[0.25, 0.5], [0.25, 0.5]]
    with pytest.raises(KeyError):
        misc.imresize(frame, 50, interp="best")


@pytest.mark.parametrize(("shape", "size", "mode"), [((3, 5, 7), (7, 5), "RGB"), ((5, 3, 7), (7, 5), "RGB"),
                                                     ((5, 7, 4), (7, 5), "RGBA"), ((5, 7), (7, 5), "L")])  # fmt: skip
def test_toimage_finds_the_channels(shape: tuple[int, ...], size: tuple[int, int], mode: str) -> None:
    image = misc.toimage(np.zeros(shape, np.uint8))
    assert (image.size, image.mode) == (size, mode)


@pytest.mark.parametrize(("shape", "mode"), [((2, 5, 7), None), ((4,), None), ((2, 2), "RGB"), ((2, 2, 3), "CMYK")])
def test_what_is_no_image_is_refused(shape: tuple[int, ...], mode: str | None) -> None:
    with pytest.raises(ValueError, match="image"):
        misc.toimage(np.zeros(shape, np.uint8), mode=mode)


def test_images_are_written_and_read(tmp_path: Path) -> None:
    frame = np.zeros((4, 6, 3), np.uint8)
    frame[..., 0] = 200
    misc.imsave(str(tmp_path / "a.png"), frame)
    np.testing.assert_array_equal(misc.imread(str(tmp_path / "a.png")), frame)
    assert misc.imread(str(tmp_path / "a.png"), flatten=True).dtype == np.float32
    assert misc.imread(str(tmp_path / "a.png"), mode="L").shape == (4, 6)
    assert misc.imrotate(frame, 90).shape == frame.shape


def test_what_moved_is_found() -> None:
    assert old.logsumexp([0.0, 0.0]) == pytest.approx(np.log(2))
    assert old.comb(4, 2) == 6
    assert old.factorial(3) == 6
    with pytest.raises(AttributeError, match=r"scipy.misc.derivative is not covered.*scipy.differentiate.derivative"):
        _ = old.derivative
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = old.nothing


@pytest.mark.filterwarnings("ignore:scipy.:DeprecationWarning")
def test_the_rest_is_scipys() -> None:
    top: Any = scipy
    assert top.stats.norm is importlib.import_module("scipy.stats").norm
    assert top.spatial is importlib.import_module("scipy.spatial")
    assert top.misc is misc
    with pytest.raises(AttributeError, match=r"scipy.zeros is not covered.*numpy.zeros"):
        _ = top.zeros


def test_without_the_packages_it_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "PIL.Image", None)
    with pytest.raises(MissingPackageError, match=r"scipy.misc needs the package PIL.*pong-pg\[run\]"):
        misc.toimage(np.zeros((2, 2)))
    monkeypatch.setattr(scipy, "installed_version", lambda _: None)
    top: Any = scipy
    with pytest.raises(MissingPackageError, match="pip install scipy"):
        _ = top.stats
