from __future__ import annotations

import hashlib
import importlib
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pong_pg.errors import MissingPackageError
from pong_pg.legacy.read import settings

pytestmark = pytest.mark.needs("gymnasium>=1.0", "ale-py>=0.10")

FIVE = settings.Settings(step_values=5, reset_pair=True)
BOTH = pytest.mark.parametrize("form", [settings.Settings(), FIVE], ids=["four", "five"])


def _digest(env: Any, steps: int = 200) -> str:
    env.seed(1)
    digest = hashlib.md5(np.asarray(env.reset()).tobytes())
    env.action_space.seed(0)
    for _ in range(steps):
        observation, _, done, _ = env.step(env.action_space.sample())
        digest.update(np.asarray(observation).tobytes())
        if done:
            env.reset()
    return digest.hexdigest()


# Digests made by `_digest` with gym 0.19.0, atari-py 0.2.6 and opencv-python-headless on Python 3.11.
GOLDEN: list[tuple[str, Callable[[Any, Any], Any], str]] = [
    ("grey", lambda w, env: w.GrayScaleObservation(env, keep_dim=True), "230ed941508def7dc56fa791f777397d"),
    ("resized", lambda w, env: w.ResizeObservation(env, 84), "d2e768c9491ac476183b922aadba4a25"),
    (
        "both",
        lambda w, env: w.ResizeObservation(w.GrayScaleObservation(env), 84),
        "b87953f0b27e03f948e9a27bbfc95a11",
    ),
    ("atari", lambda w, env: w.AtariPreprocessing(env), "b80d6353b82af609de83eb70478ebfec"),
    (
        "scaled",
        lambda w, env: w.AtariPreprocessing(env, noop_max=0, screen_size=80, scale_obs=True),
        "8755128cfc4b40596c70b82ebb27432b",
    ),
    (
        "stacked",
        lambda w, env: w.FrameStack(w.AtariPreprocessing(env, 0), 4),
        "f74048feae9af35b03ff94eb14484d94",
    ),
]


@pytest.mark.parametrize(("wrap", "golden"), [row[1:] for row in GOLDEN], ids=[row[0] for row in GOLDEN])
def test_pictures_are_gym_019s(gym: Any, wrap: Callable[[Any, Any], Any], golden: str) -> None:
    if importlib.util.find_spec("cv2") is None and wrap is not GOLDEN[0][1]:
        with pytest.raises(MissingPackageError, match="opencv"):
            wrap(gym.wrappers, gym.make("PongNoFrameskip-v4"))
        return
    assert _digest(wrap(gym.wrappers, gym.make("PongNoFrameskip-v4"))) == golden


@BOTH
def test_frames_are_stacked(gym: Any, form: Any) -> None:
    settings.use(form)
    env = gym.wrappers.FrameStack(gym.make("PongDeterministic-v4"), 4)
    result = env.reset()
    first = result[0] if form is FIVE else result
    assert first.shape == env.observation_space.shape == (4, 210, 160, 3)
    second, *rest = env.step(0)
    assert len(rest) == form.step_values - 1
    assert isinstance(second, gym.wrappers.LazyFrames)
    assert np.array_equal(np.asarray(second)[:3], np.asarray(first)[1:])
    assert np.array_equal(second[-1], np.array(second)[-1])
    assert (len(second), second[1:3].shape) == (4, (2, 210, 160, 3))
    assert (second == np.asarray(second)).all()
    assert np.array_equal(pickle.loads(pickle.dumps(second)), second)


@BOTH
@pytest.mark.parametrize(
    ("name", "arguments", "check"),
    [
        ("FlattenObservation", (), lambda step: step[0].shape == (4,)),
        ("TransformObservation", (lambda o: o * 0 + 3,), lambda step: (step[0] == 3).all()),
        ("TransformReward", (lambda r: r * 7,), lambda step: step[1] == 7.0),
        ("TimeAwareObservation", (), lambda step: step[0][-1] == 1),
        ("NormalizeObservation", (), lambda step: step[0].shape == (4,)),
        ("NormalizeReward", (0.9,), lambda step: step[1] != 1.0),
        ("RecordEpisodeStatistics", (), lambda step: step[1] == 1.0),
        ("OrderEnforcing", (), lambda step: step[1] == 1.0),
        ("AutoResetWrapper", (), lambda step: step[1] == 1.0),
        ("HumanRendering", (), lambda step: step[1] == 1.0),
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
    with pytest.raises(AssertionError, match="expected Box action space"):
        gym.wrappers.RescaleAction(gym.make("CartPole-v0"), -2, 2)


def test_dictionaries_are_filtered(gym: Any) -> None:
    class Two(gym.Env):  # type: ignore[misc]  # a class found at run time
        action_space = gym.spaces.Discrete(2)
        observation_space = gym.spaces.Dict({"a": gym.spaces.Discrete(2), "b": gym.spaces.Discrete(2)})

        def reset(self) -> Any:
            return {"a": 0, "b": 1}

        def step(self, action: Any) -> Any:
            return {"a": 0, "b": action}, 0.0, False, {}

    env = gym.wrappers.FilterObservation(Two(), ["b"])
    assert env.reset() == {"b": 1}
    assert env.step(0)[0] == {"b": 0}
    assert isinstance(env.observation_space, gym.spaces.Dict)


@BOTH
def test_episodes_are_counted_and_begun_again(gym: Any, own: Any, form: Any) -> None:
    settings.use(form)
    env = gym.wrappers.RecordEpisodeStatistics(gym.wrappers.TimeLimit(own.Old(), 3))
    env.reset()
    infos = [env.step(1)[-1] for _ in range(3)]
    assert (infos[2]["episode"]["r"], infos[2]["episode"]["l"]) == (3.0, 3)
    assert list(env.return_queue) == [3.0]
    env = gym.wrappers.AutoResetWrapper(gym.wrappers.TimeLimit(own.Counter(), 2))
    env.reset()
    env.step(0)
    observation, _, *ends, info = env.step(0)
    assert (observation, any(ends), info["final_observation"]) == (0, True, 2)


def test_steps_are_skipped_as_in_2016(gym: Any, own: Any) -> None:
    env = gym.wrappers.SkipWrapper(3)(gym.wrappers.TimeLimit(own.Old(), 6))
    env.reset()
    assert env.step(2)[1] == 8.0
    assert env.step(2)[1:3] == (4.0, True)


def test_forms_can_be_asked_for(gym: Any, own: Any) -> None:
    for env in (own.Old(), own.Counter()):
        for five in (True, False):
            wrapped = gym.wrappers.StepAPICompatibility(env, five)
            wrapped.reset()
            assert len(wrapped.step(0)) == 4 + five


def test_wrappers_that_do_not_say_what_they_do_are_wrapped_all_the_same(gym: Any, own: Any) -> None:
    class Silent(gym.ObservationWrapper):  # type: ignore[misc]  # a class found at run time
        def observation(self, observation: Any) -> Any:
            return np.zeros(3)

    env = gym.wrappers.NormalizeReward(Silent(own.Old()))
    assert env.reset().shape == (3,)
    assert env.step(0)[0].shape == (3,)


def test_pictures_beside_observations(gym: Any) -> None:
    env = gym.make("PongDeterministic-v4", obs_type="ram")
    env.reset()
    both = gym.wrappers.PixelObservationWrapper(env, pixels_only=False)
    observation = both.reset()
    assert {key: value.shape for key, value in observation.items()} == {"state": (128,), "pixels": (210, 160, 3)}
    assert both.observation_space.contains(observation)
    assert list(gym.wrappers.PixelObservationWrapper(env).step(0)[0]) == ["pixels"]
    with pytest.raises(gym.error.Error, match="already has pixels"):
        gym.wrappers.PixelObservationWrapper(both, pixels_only=False)


def test_submodules_have_the_wrappers(gym: Any) -> None:
    base = "pong_pg.legacy.shims.gym.wrappers"
    for module, name in (
        ("atari_preprocessing", "AtariPreprocessing"),
        ("frame_stack", "FrameStack"),
        ("frame_stack", "LazyFrames"),
        ("time_limit", "TimeLimit"),
        ("monitor", "Monitor"),
        ("order_enforcing", "OrderEnforcing"),
        ("normalize", "NormalizeReward"),
        ("gray_scale_observation", "GrayScaleObservation"),
    ):
        assert getattr(importlib.import_module(f"{base}.{module}"), name) is getattr(gym.wrappers, name)
    with pytest.raises(AttributeError, match=r"gym\.wrappers\.Nothing is not covered"):
        _ = gym.wrappers.Nothing


def parts(gym: Any) -> Any:
    """Return an environment whose observations have two parts."""

    class Parts(gym.Env):  # type: ignore[misc]  # a class found at run time
        observation_space = gym.spaces.Dict(a=gym.spaces.Discrete(2), b=gym.spaces.Discrete(3))
        action_space = gym.spaces.Discrete(2)

        def reset(self) -> Any:
            return {"a": 1, "b": 2}

    return Parts()


@pytest.mark.parametrize(("keys", "kept"), [(None, ["a", "b"]), (["b"], ["b"]), ([], [])])
def test_parts_of_observations_are_kept(gym: Any, keys: Any, kept: list[str]) -> None:
    env = gym.wrappers.FilterObservation(parts(gym), keys)
    assert (list(env.observation_space.spaces), list(env.reset())) == (kept, kept)


@pytest.mark.parametrize(
    ("keys", "kind", "text"),
    [
        (["z"], ValueError, "All the filter_keys must be included"),
        (1, TypeError, "'int' object is not iterable"),
    ],
)
def test_keys_that_are_not_there(gym: Any, keys: Any, kind: type[Exception], text: str) -> None:
    with pytest.raises(kind, match=text):
        gym.wrappers.FilterObservation(parts(gym), keys)
    with pytest.raises(AssertionError, match="only usable with dict observations"):
        gym.wrappers.FilterObservation(gym.make("CartPole-v1"))


def test_all_wrappers_are_exported(gym: Any) -> None:
    names: dict[str, Any] = {}
    exec("from pong_pg.legacy.shims.gym.wrappers import *", names)
    for name in ("FlattenObservation", "FilterObservation", "NormalizeReward", "RecordEpisodeStatistics", "TimeLimit"):
        assert names[name] is getattr(gym.wrappers, name)


def test_statistics_of_the_episode_so_far_have_the_names_of_017(gym: Any) -> None:
    env = gym.wrappers.RecordEpisodeStatistics(gym.make("CartPole-v0"))
    assert (env.episode_return, env.episode_length) == (0.0, 0)
    env.reset()
    for _ in range(3):
        env.step(0)
    assert (env.episode_return, env.episode_length) == (3.0, 3)
    env.reset()
    assert (env.episode_return, env.episode_length) == (0.0, 0)


def test_the_observation_comes_before_its_pictures(gym: Any) -> None:
    env = gym.wrappers.PixelObservationWrapper(
        gym.make("PongDeterministic-v4", obs_type="ram"), pixels_only=False, pixel_keys=("picture",)
    )
    assert list(env.observation_space.spaces) == list(env.reset()) == ["state", "picture"]
