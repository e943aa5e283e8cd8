from __future__ import annotations

import functools

import falling

from pong_pg.game.env import factory_name


class Maker:
    def __call__(self) -> object:
        return falling.FallingBall()

    def method(self) -> object:
        return falling.FallingBall()

    @staticmethod
    def static() -> object:
        return falling.FallingBall()


def test_a_factory_has_its_importable_name_or_a_description() -> None:
    def closure() -> object:
        return falling.FallingBall()

    here = __name__
    for factory, name in (
        (falling.FallingBall, "falling:FallingBall"),
        (Maker.static, f"{here}:Maker.static"),
        (Maker(), f"an instance of {here}:Maker"),
        (functools.partial(falling.FallingBall, "truncated"), "a functools.partial of falling:FallingBall"),
    ):
        assert factory_name(factory) == name
    outer = "test_a_factory_has_its_importable_name_or_a_description"
    assert factory_name(closure) == f"{outer}.<locals>.closure in {here}, which can't be imported by that name"
    assert factory_name(Maker().method) == f"Maker.method in {here}, which can't be imported by that name"
