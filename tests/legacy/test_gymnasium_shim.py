from __future__ import annotations

import importlib
from typing import Any

import pytest

from pong_pg.errors import UnknownEnvError

pytestmark = pytest.mark.needs("gymnasium>=1.0", "ale-py>=0.10")


@pytest.fixture
def shim(monkeypatch: pytest.MonkeyPatch) -> Any:
    for variable in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr("pong_pg.legacy.runtime.messages._printed", {})
    return importlib.import_module("pong_pg.legacy.shims.gymnasium")


def test_it_is_the_real_one(shim: Any) -> None:
    real = importlib.import_module("gymnasium")
    for name in real.__all__:
        if name not in {"make", "wrappers"}:
            assert getattr(shim, name) is getattr(real, name)
    assert shim.__version__ == real.__version__
    with pytest.raises(AttributeError):
        _ = shim.nothing


def test_atari_is_there_without_being_imported(shim: Any) -> None:
    env = shim.make("ALE/Pong-v5")
    assert isinstance(env, shim.Env)
    assert env.reset(seed=1)[0].shape == (210, 160, 3)
    assert shim.make("PongDeterministic-v4").unwrapped._frameskip == 4
    assert shim.make("ALE/Pong-ram-v5").reset()[0].shape == (128,)
    assert shim.make("Pong-ramNoFrameskip-v4", frameskip=2).unwrapped._frameskip == 2


@pytest.mark.needs("shimmy>=2", "gym>=0.26")
def test_shimmys_bridge(shim: Any) -> None:
    env = shim.make("GymV26Environment-v0", env_id="ALE/Pong-v5", render_mode="human")
    assert env.reset(seed=1)[0].shape == (210, 160, 3)
    assert len(env.step(2)) == 5
    env.close()


def test_no_display_is_said_once(shim: Any, capsys: pytest.CaptureFixture[str]) -> None:
    for env_id in ("ALE/Pong-v5", "CartPole-v1"):
        env = shim.make(env_id, render_mode="human")
        env.reset()
        env.render()
        env.close()
    assert capsys.readouterr().err.count("there is no display") == 1


@pytest.mark.parametrize("env_id", ["Pongg-v0", "ALE/Pongg-v5", "CartPole-v9"])
def test_an_unknown_id_is_gymnasiums_error_in_one_line(shim: Any, env_id: str) -> None:
    with pytest.raises(shim.error.UnregisteredEnv) as caught:
        shim.make(env_id)
    assert isinstance(caught.value, UnknownEnvError)
    assert "the nearest are" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_wrapper_that_is_gone_says_what_to_write(shim: Any) -> None:
    assert shim.wrappers.TimeLimit is importlib.import_module("gymnasium.wrappers").TimeLimit
    with pytest.raises(AttributeError, match=r"FrameStack is not covered.*wrappers\.FrameStackObservation"):
        _ = shim.wrappers.FrameStack
    with pytest.raises(AttributeError, match="NoSuchWrapper"):
        _ = shim.wrappers.NoSuchWrapper
