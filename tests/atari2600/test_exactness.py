from __future__ import annotations

import numpy as np
import pytest
from atari2600_pairs import ALE_ACTIONS, ALL_ACTIONS, Pair, load_ale, tracking_action

from pong_pg import load
from pong_pg.atari2600.binding import DIFFICULTIES, MODES, Console, color_table
from pong_pg.evaluation.pretrained import PRETRAINED
from pong_pg.game.frames import PALETTE_MASK, mask

pytestmark = pytest.mark.needs("ale-py>=0.9")


@pytest.fixture(scope="module")
def pair() -> Pair:
    return Pair(Console())


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize("mode", MODES)
def test_random_actions_in_every_mode_and_difficulty(pair: Pair, mode: int, difficulty: int) -> None:
    pair.reset(mode, difficulty)
    pair.play_random(np.random.default_rng([mode, difficulty]), 6_000)
    # Before and after a choice of the mode, ALE counts differently.
    assert pair.console.frames in {pair.ale.getEpisodeFrameNumber(), pair.ale.getEpisodeFrameNumber() - 1}


def test_the_modes_and_difficulties_are_those_of_ale() -> None:
    ale = load_ale()
    assert tuple(ale.getAvailableModes()) == MODES
    assert tuple(ale.getAvailableDifficulties()) == DIFFICULTIES
    assert tuple(action.value for action in ale.getMinimalActionSet()) == ALE_ACTIONS


@pytest.mark.parametrize("action", ALL_ACTIONS)
def test_constant_actions(pair: Pair, action: int) -> None:
    pair.reset()
    # One that does something for a whole game.
    while not pair.console.is_over and (action in ALE_ACTIONS or pair.console.frames < 600):
        pair.play(action, 60, picture_every=10)
    # After the end, nothing changes.
    pair.play(action, 10, picture_every=1)


def test_whole_games_with_every_frame_drawn(pair: Pair) -> None:
    rng = np.random.default_rng(1)
    for _ in range(2):
        pair.reset()
        while not pair.console.is_over:
            pair.play_random(rng, 100, picture_every=1, longest=40)


@pytest.mark.parametrize("noise", [0.0, 0.3])
def test_games_of_one_who_follows_the_ball(pair: Pair, noise: float) -> None:
    rng = np.random.default_rng(2)
    pair.reset()
    for _ in range(3_000):
        aim = int(rng.integers(-6, 7))
        action = ALE_ACTIONS[rng.integers(6)] if rng.random() < noise else tracking_action(pair.console.ram(), aim)
        pair.play(action, 4)
        if pair.console.is_over:
            break
    points = pair.console.ram()[[13, 14]]
    assert points[1] > 3, points


@pytest.mark.parametrize("name", PRETRAINED)
def test_games_of_pretrained_policies(pair: Pair, name: str) -> None:
    pair.reset()
    policy = load(name)
    policy.reset(0)
    for _ in range(1_000):
        pair.play(ALE_ACTIONS[policy.act(pair.console.palette())], 4)
        if pair.console.is_over:
            break


def test_resets_at_any_time(pair: Pair) -> None:
    rng = np.random.default_rng(3)
    for _ in range(60):
        pair.reset(int(rng.integers(2)), int(rng.integers(4)))
        pair.play_random(rng, int(rng.integers(1, 120)), longest=3)


def test_states_restored_in_mid_game(pair: Pair) -> None:
    rng = np.random.default_rng(4)
    pair.reset()
    kept = []
    for _ in range(20):
        pair.play_random(rng, 150)
        kept.append((pair.console.save(), pair.ale.cloneState()))
    for number in rng.permutation(len(kept)):
        state, ale_state = kept[number]
        pair.console.restore(state)
        pair.ale.restoreState(ale_state)
        pair.compare("restored", picture=False)
        pair.play_random(rng, 150)


def test_the_interpreter_without_the_translation() -> None:
    console = Console()
    console.interpret(True)
    pair = Pair(console)
    rng = np.random.default_rng(5)
    for mode in MODES:
        pair.reset(mode, mode)
        pair.play_random(rng, 3_000)


def test_pictures_in_colours_in_grey_and_as_a_mask(pair: Pair) -> None:
    rng = np.random.default_rng(6)
    console = Console()
    sample, table = np.zeros((80, 80), np.int8), color_table(PALETTE_MASK)
    pair.reset()
    console.reset()
    for _ in range(400):
        action = int(rng.integers(18))
        pair.play(action, 5)
        console.repeat(action, 5)
        console._c.console_sample(console.address, table.ctypes.data, 35, 195, 2, sample.ctypes.data)
        np.testing.assert_array_equal(console.rgb(), pair.ale.getScreenRGB())
        np.testing.assert_array_equal(console.gray(), pair.ale.getScreenGrayscale())
        np.testing.assert_array_equal(sample, mask(pair.ale.getScreen()))


def test_colours_that_pong_shows_only_when_nobody_plays(pair: Pair) -> None:
    """With more than 21 points, the program changes its colours as if it were waiting for players."""
    pair.reset()
    for shift in range(256):
        for set_ram in (pair.console.set_ram, pair.ale.setRAM):
            set_ram(13, 30)
            set_ram(10, shift)
        pair.play(0, 1, picture_every=1)
        np.testing.assert_array_equal(pair.console.rgb(), pair.ale.getScreenRGB())


def test_several_actions_in_one_call() -> None:
    one, other = Console(), Console()
    actions = np.random.default_rng(7).integers(0, 18, 2_000, dtype=np.uint8)
    rewards = sum(one.repeat(int(action), 1) for action in actions)
    assert other.play(actions.tobytes()) == rewards < 0
    assert one.save() == other.save()
