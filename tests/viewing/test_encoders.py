"""What is written is read back by Pillow: every picture, its colours, and how long it is shown."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image, ImageSequence
from recordings import encoded


def pictures() -> list[np.ndarray]:
    """A dot on its way; it stands still in the second and the last picture."""
    made = []
    for x in (0, 0, 3, 7, 8, 8):
        image = np.full((9, 12, 3), (144, 72, 17), np.uint8)
        image[x % 9, x : x + 2] = 236
        made.append(image)
    return made


def read(data: bytes, scale: int) -> tuple[list[np.ndarray], list[float]]:
    with Image.open(io.BytesIO(data)) as image:
        assert image.info["loop"] == 0
        frames = [(np.array(frame.convert("RGB")), frame.info["duration"]) for frame in ImageSequence.Iterator(image)]
    for frame, _ in frames:
        small = frame[::scale, ::scale]
        assert (frame == small.repeat(scale, axis=0).repeat(scale, axis=1)).all()
    return [frame[::scale, ::scale] for frame, _ in frames], [duration for _, duration in frames]


@pytest.mark.parametrize("scale", [1, 3])
def test_pictures_come_back_as_they_were(scale: int) -> None:
    frames, shown = read(encoded(pictures(), "gif", scale), scale)
    expected = [pictures()[number] for number in (0, 2, 3, 4)]
    assert len(frames) == 4
    assert all((frame == image).all() for frame, image in zip(frames, expected, strict=True))
    # Thirty a second, in hundredths of a second.
    assert shown == [70, 30, 30, 70]


def test_a_gif_of_too_many_colours_keeps_the_frequent_ones() -> None:
    ramp = np.zeros((20, 40, 3), np.uint8)
    ramp[:10] = (255, 255, 250)
    ramp[10:, :, 0] = np.arange(400).reshape(10, 40) % 256
    ramp[10:, :, 1] = np.arange(400).reshape(10, 40) // 256
    (image,), _ = read(encoded([ramp], "gif", 1), 1)
    assert (image[:10] == (255, 255, 250)).all()
    wrong = np.abs(image.astype(int) - ramp)
    assert 0 < (wrong > 0).any(axis=2).sum() <= 401 - 255
    assert wrong.max() < 150


@pytest.mark.needs("imageio-ffmpeg")
def test_an_mp4_can_be_played_before_all_of_it_is_there() -> None:
    data = encoded([np.full((15, 21, 3), value, np.uint8) for value in range(0, 250, 10)], "mp4", 3)
    assert data[4:8] == b"ftyp"
    assert data.index(b"moov") < data.index(b"mdat")
