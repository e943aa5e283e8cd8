from __future__ import annotations

import importlib.util
from typing import Any

import numpy as np
import pytest

from pong_pg.errors import MissingPackageError
from pong_pg.legacy.read import settings

pytestmark = pytest.mark.needs("gymnasium>=1.0", "ale-py>=0.10")

FIVE = settings.Settings(step_values=5, reset_pair=True)
BOTH = pytest.mark.parametrize("form", [settings.Settings(), FIVE], ids=["four", "five"])


@pytest.mark.skipif(importlib.util.find_spec("cv2") is not None, reason="OpenCV is installed")
def test_a_missing_package_is_named(gym: Any) -> None:
    with pytest.raises(MissingPackageError, match=r"AtariPreprocessing needs another package: .*opencv"):
        gym.wrappers.AtariPreprocessing(gym.make("PongNoFrameskip-v4"))


@BOTH
def test_frames_are_stacked(gym: Any, form: Any) -> None:
    settings.use(form)
    env = gym.wrappers.FrameStack(gym.make("PongDeterministic-v4"), 4)
    result = env.reset()
    first = result[0] if form is FIVE else result
    assert first.shape == env.observation_space.shape == (4, 210, 160, 3)
    second, *rest = env.step(0)
    assert len(rest) == form.step_values - 1
    assert np.array_equal(second[:3], first[1:])
    assert isinstance(first, gym.wrappers.LazyFrames)
    assert np.asarray(first, np.float32).dtype == np.float32
    assert (first[0].shape, len(first)) == ((210, 160, 3), 4)
    assert (first == np.array(first)).all()
    assert gym.wrappers.GrayScaleObservation(gym.make("PongDeterministic-v4")).observation_space.shape == (210, 160)


@BOTH
@pytest.mark.parametrize(
    ("name", "arguments", "check"),
    [
        ("FlattenObservation", (), lambda step: step[0].shape == (4,)),
        ("TransformObservation", (lambda o: o * 0 + 3,), lambda step: (step[0] == 3).all()),
        ("TransformReward", (lambda r: r * 7,), lambda step: step[1] == 7.0),
        ("NormalizeObservation", (), lambda step: step[0].shape == (4,)),
        ("NormalizeReward", (0.9,), lambda step: step[1] != 1.0),
        ("RecordEpisodeStatistics", (), lambda step: step[1] == 1.0),
        ("StickyAction", (0.1,), lambda step: step[1] == 1.0),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_wrappers_give_the_form_and_do_their_work(
    gym: Any, form: Any, name: str, arguments: Any, check: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(variable, raising=False)
    settings.use(form)
    names = {"StickyAction": {"repeat_action_probability": 0.1}}
    wrapper = getattr(gym.wrappers, name)
    env = gym.make("CartPole-v1")
    env = wrapper(env, **names[name]) if name in names else wrapper(env, *arguments)
    assert isinstance(env, gym.Wrapper)
    assert isinstance(env, getattr(gym.wrappers, name))
    env.seed(1)
    result = env.reset()
    assert isinstance(result, tuple) is (form is FIVE)
    result = env.step(1)
    assert len(result) == form.step_values
    assert check(result)
    assert str(env).startswith(f"<{name}<TimeLimit<")
    assert env.unwrapped.spec.id == "CartPole-v1"


def test_actions_are_clipped_and_rescaled(gym: Any) -> None:
    env = gym.wrappers.ClipAction(gym.make("MountainCarContinuous-v0"))
    env.reset()
    assert env.step(np.array([9.0], np.float32))[1] == pytest.approx(-0.1)
    env = gym.wrappers.RescaleAction(gym.make("MountainCarContinuous-v0"), -2, 2)
    env.reset()
    assert env.step(np.array([2.0], np.float32))[1] == pytest.approx(-0.1)
    assert env.action_space.high.tolist() == [2.0]
    with pytest.raises(gym.error.Error, match=r"gym\.wrappers\.RescaleAction"):
        gym.wrappers.RescaleAction(gym.make("CartPole-v0"), -2, 2)


@BOTH
def test_episodes_are_counted(
    gym: Any, own: Any, form: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pong_pg.legacy.runtime.messages._printed", {})
    settings.use(form)
    env = gym.wrappers.RecordEpisodeStatistics(gym.wrappers.TimeLimit(own.Old(), 3), deque_size=2)
    env.reset()
    infos = [env.step(1)[-1] for _ in range(3)]
    assert (infos[2]["episode"]["r"], infos[2]["episode"]["l"]) == (3.0, 3)
    assert list(env.return_queue) == [3.0]
    assert "is Gymnasium's: its pixels or last digits may differ" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["AutoResetWrapper", "PixelObservationWrapper", "SkipWrapper", "Nothing"])
def test_what_is_gone_says_what_to_use(gym: Any, name: str) -> None:
    with pytest.raises(AttributeError, match=rf"gym\.wrappers\.{name} is not covered") as caught:
        getattr(gym.wrappers, name)
    assert ("modern code: " in str(caught.value)) is (name != "Nothing")
    with pytest.raises(AttributeError, match=r"gym\.vector\.make is not covered.*gymnasium\.make_vec"):
        gym.vector.make("CartPole-v1", 2)


def test_submodules_have_the_wrappers(gym: Any) -> None:
    base = "pong_pg.legacy.shims.gym.wrappers"
    for module, name in (("atari_preprocessing", "AtariPreprocessing"), ("monitor", "Monitor")):
        assert getattr(importlib.import_module(f"{base}.{module}"), name) is getattr(gym.wrappers, name)
