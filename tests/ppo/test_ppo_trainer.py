from __future__ import annotations

import dataclasses
import hashlib
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from falling import BALLS, FALL, Doomed, FallingBall, Mortal
from stack import on_ale
from states import state_in

import pong_pg
from pong_pg.errors import CheckpointError, ClusterError, DivergedError, EnvError
from pong_pg.ppo import reference
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.metrics import PPOMetrics
from pong_pg.ppo.network import Weights, to_fixed_point
from pong_pg.ppo.ray_pool import RayRolloutPool
from pong_pg.ppo.reference import advantages
from pong_pg.ppo.state import PPOState
from pong_pg.ppo.workers import LocalRolloutPool
from pong_pg.training.checkpoint import latest

LENGTH = BALLS * FALL
CONFIG = PPOConfig(
    num_envs=5,
    n_steps=30,
    final_n_steps=30,
    num_minibatches=3,
    n_epochs=2,
    hidden=8,
    iterations=6,
    workers=0,
    seed=4,
    learning_rate=0.01,
)


def toy(config: PPOConfig = CONFIG, **kwargs: Any) -> pong_pg.TrainResult:
    return pong_pg.train(config, env_factory=FallingBall, **kwargs)


def row(metrics: Any) -> dict[str, Any]:
    """A row of metrics without what the clock says."""
    return {name: value for name, value in dataclasses.asdict(metrics).items() if "second" not in name}


def test_rows_say_what_was_played_and_learned() -> None:
    result = toy()
    assert [row.agent_steps for row in result.history] == [150, 300, 450, 600, 750, 900]
    # Every stream ends a game with its 80th step: in the third update, and in the sixth.
    assert [row.games for row in result.history] == [0, 0, 5, 5, 5, 10]
    first, third = result.history[0], result.history[2]
    assert isinstance(first, PPOMetrics)
    assert isinstance(third, PPOMetrics)
    assert (first.mean_return, first.min_return, first.episode_length, first.recent_return) == (None,) * 4
    assert third.episode_length == LENGTH
    assert third.mean_return == third.recent_return
    assert 0 < first.entropy <= np.log(3)
    assert result.progress.recent == result.progress.recent[-50:]
    assert len(result.progress.recent) == 10
    assert isinstance(result.policy, pong_pg.PPOPolicy)


def test_segments_become_longer_and_a_resumed_run_knows_how_long(tmp_path: Path) -> None:
    config = dataclasses.replace(CONFIG, final_n_steps=90, anneal_steps=600, run_dir=str(tmp_path / "run"))
    whole = toy(dataclasses.replace(config, run_dir=None))
    # Ten steps longer for each hundred that were played before, by five streams.
    steps = [row.agent_steps for row in whole.history]
    assert [after - before for before, after in zip([0, *steps], steps, strict=False)] == [150, 225, 340, 450, 450, 450]
    toy(dataclasses.replace(config, iterations=2))
    resumed = pong_pg.resume(tmp_path / "run", env_factory=FallingBall, iterations=4)
    assert resumed.policy.digest() == whole.policy.digest()


def test_a_run_without_a_compiler_learns_nearly_the_same(request: pytest.FixtureRequest) -> None:
    """From the same rollouts."""
    config = dataclasses.replace(CONFIG, iterations=2)
    compiled = pong_pg.train(config)
    request.getfixturevalue("by_numpy")
    plain = pong_pg.train(config)
    for ours, theirs in zip(plain.history, compiled.history, strict=True):
        # Where no game has ended, there are no figures of games.
        numbers, expected = ([value or 0 for value in row(metrics).values()] for metrics in (ours, theirs))
        assert numbers == pytest.approx(expected, rel=1e-3, abs=1e-5)
    assert isinstance(plain.policy, pong_pg.PPOPolicy)
    assert isinstance(compiled.policy, pong_pg.PPOPolicy)
    for array, other in zip(plain.policy.weights, compiled.policy.weights, strict=True):
        np.testing.assert_allclose(array, other, atol=1e-4)


@pytest.mark.needs("ale-py")
def test_ale_and_the_console_in_c_learn_the_same_weights_and_so_does_a_resumed_run(tmp_path: Path) -> None:
    # Games end in the middle of rollouts, and with them.
    config = dataclasses.replace(CONFIG, env_kwargs={"max_num_frames_per_episode": 240})
    whole = pong_pg.train(config)
    by_ale = on_ale(pong_pg.train, config)
    assert [row(metrics) for metrics in by_ale.history] == [row(metrics) for metrics in whole.history]
    assert by_ale.policy.digest() == whole.policy.digest()
    for at in (1, 2, 4):
        run_dir = str(tmp_path / str(at))
        pong_pg.train(dataclasses.replace(config, iterations=at, run_dir=run_dir))
        assert pong_pg.resume(run_dir, iterations=6 - at).policy.digest() == whole.policy.digest()


def test_a_run_that_diverges_ends_with_its_last_good_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    updates = iter(range(1, 1000))

    def diverging(*arguments: Any, **named: Any) -> Any:
        return advantages(*arguments, **named) * (np.inf if next(updates) == 3 else 1)

    config = dataclasses.replace(CONFIG, checkpoint_every=1, target_kl=1e9, run_dir=str(tmp_path / "run"))
    good = toy(dataclasses.replace(config, iterations=2, run_dir=None)).policy
    monkeypatch.setattr(reference, "advantages", diverging)
    with pytest.raises(DivergedError, match=r"^update 3: a gradient is not finite"):
        toy(config)
    assert pong_pg.load(tmp_path / "run").digest() == good.digest()


@pytest.mark.parametrize("at", [1, 3, 4])
def test_a_run_that_was_stopped_goes_on_as_if_it_had_not(at: int, tmp_path: Path) -> None:
    """Stopped while a batch is being played, whose games are in their middle."""
    whole = toy()
    asked = iter(range(1000))

    def should_stop() -> bool:
        # Before each update, and before each of its five streams.
        return next(asked) >= 6 * at + 3

    config = dataclasses.replace(CONFIG, run_dir=str(tmp_path / "run"))
    stopped = toy(config, should_stop=should_stop)
    assert stopped.stopped
    assert stopped.progress.update == at
    resumed = pong_pg.resume(tmp_path / "run", env_factory=FallingBall)
    assert resumed.policy.digest() == whole.policy.digest()
    assert [row(r) for r in resumed.history] == [row(r) for r in whole.history]


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        (
            {"own": np.zeros((19_200, 8), np.float32)},
            r"own of shape \(19200, 8\); it must have \(12801, 8\)",
        ),
        ({"heads_mean": np.full((4, 8), np.nan, np.float32)}, "heads_mean with numbers that are not finite"),
        ({"games": np.full(5, -1)}, "inconsistent positions of its games"),
        ({"steps": np.full(5, 3)}, "inconsistent positions of its games"),
        ({"actions": np.full(5 * 20, 3, np.uint8)}, "inconsistent positions of its games"),
        ({"totals": np.zeros(5, np.float32)}, "totals of type float32"),
        ({"adam_steps": None}, "it has no adam_steps"),
        ({"shared": None}, "it has no shared"),
        ({"shared_square": np.full((1170, 8), -1, np.float32)}, "Adam's memory has numbers below 0"),
    ],
)
def test_a_checkpoint_that_does_not_fit_is_refused(changes: dict[str, Any], complaint: str, tmp_path: Path) -> None:
    toy(dataclasses.replace(CONFIG, run_dir=str(tmp_path / "run")))
    path = latest(tmp_path / "run")
    with np.load(path) as archive:
        arrays = {**{name: archive[name] for name in archive.files}, **changes}
    np.savez(path, **{name: array for name, array in arrays.items() if array is not None})
    with pytest.raises(CheckpointError, match=complaint):
        pong_pg.load(path)


def test_the_best_checkpoint_is_of_what_has_just_played_and_every_update_is_looked_at(tmp_path: Path) -> None:
    config = dataclasses.replace(CONFIG, iterations=14, run_dir=str(tmp_path / "run"), checkpoint_every=100)
    result = toy(config)
    means = {row.update: row.recent_return for row in result.history if isinstance(row, PPOMetrics)}
    highest, update = max((mean, -update) for update, mean in means.items() if mean is not None)
    assert result.progress.best_mean == highest
    best = state_in(tmp_path / "run" / "checkpoints" / "best.npz", PPOState)
    assert best.progress.update == -update - 1
    # It goes on to play the batch in which that was reached.
    toy(dataclasses.replace(config, iterations=-update - 1, run_dir=str(tmp_path / "before")))
    before = state_in(tmp_path / "before", PPOState)
    for name, array in before.arrays().items():
        assert array.tobytes() == best.arrays()[name].tobytes(), name


@pytest.mark.parametrize(
    "goal", [{"iterations": 3, "total_timesteps": None}, {"iterations": None, "total_timesteps": 3 * 150}]
)
def test_no_batch_is_begun_after_the_last_update(goal: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []
    begin = LocalRolloutPool.begin

    def counted(pool: LocalRolloutPool, weights: Any, steps: int) -> None:
        begun.append(steps)
        begin(pool, weights, steps)

    monkeypatch.setattr(LocalRolloutPool, "begin", counted)
    assert toy(dataclasses.replace(CONFIG, **goal)).progress.update == 3
    assert len(begun) == 3


LEARNS = PPOConfig(
    num_envs=8,
    n_steps=80,
    final_n_steps=80,
    num_minibatches=4,
    hidden=32,
    learning_rate=3e-3,
    anneal_steps=20_000,
    entropy_anneal_steps=20_000,
    workers=0,
    total_timesteps=20_000,
    n_eval_episodes=10,
)


def test_a_falling_ball_is_learned() -> None:
    result = toy(LEARNS)
    assert result.evaluation is not None
    assert result.evaluation.mean > 8
    assert (result.history[3].running_mean or 0) < 3


@pytest.mark.usefixtures("local_ray")
@pytest.mark.ray
class TestRayStreamPool:
    @pytest.mark.parametrize("workers", [1, 2, 3, 9])
    def test_any_number_of_workers_learns_the_same(self, workers: int) -> None:
        result, expected = toy(dataclasses.replace(CONFIG, workers=workers)), toy()
        assert result.policy.digest() == expected.policy.digest()
        assert [row(r) for r in result.history] == [row(r) for r in expected.history]

    def test_consoles_in_workers_play_what_threads_play(self) -> None:
        # Games end in the middle of rollouts.
        config = dataclasses.replace(CONFIG, iterations=3, env_kwargs={"max_num_frames_per_episode": 200})
        digests = {pong_pg.train(dataclasses.replace(config, workers=n)).policy.digest() for n in (0, 2)}
        assert len(digests) == 1

    def test_a_worker_that_dies_is_replaced_and_its_streams_are_played_again(
        self, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        grave = tmp_path / "grave"
        config = dataclasses.replace(CONFIG, workers=2)
        result = pong_pg.train(config, env_factory=lambda: Mortal(grave))
        assert grave.exists(), "no worker died"
        assert "is being replaced (fault 1 of this run): its process died" in caplog.text
        assert "environments to replay" in caplog.text
        assert result.policy.digest() == toy().policy.digest()

    def test_workers_that_keep_dying_end_the_run_in_one_line(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("pong_pg.distributed.actors._PAUSE", 0.01)
        with pytest.raises(ClusterError, match=r"^a worker and its 4 replacements died in one update"):
            pong_pg.train(dataclasses.replace(CONFIG, workers=1), env_factory=Doomed)

    def test_an_error_in_a_worker_is_the_users(self) -> None:
        def refuse() -> Any:
            if os.environ.get("RAY_JOB_ID") or os.environ.get("RAY_RAYLET_PID"):
                raise EnvError("no such game here")
            return FallingBall()

        with pytest.raises(EnvError, match="no such game here"):
            pong_pg.train(dataclasses.replace(CONFIG, workers=1), env_factory=refuse)

    def test_segments_that_are_begun_ahead_follow_each_other(self) -> None:
        state = PPOState.initial(CONFIG)
        weights, others = (
            to_fixed_point(Weights(*(factor * array for array in state.adam.weights))) for factor in (1, 2)
        )
        digests = []
        for pool in (LocalRolloutPool(CONFIG, FallingBall), RayRolloutPool(CONFIG, FallingBall, 2, 0)):
            pool.place(state.positions)
            for played_by, steps in ((weights, 20), (others, 30), (weights, 40)):
                pool.begin(played_by, steps)
            played = [pool.finish(lambda: False) for _ in range(3)]
            actions = b"".join(part.actions.tobytes() for batch in played for part in batch)
            digests.append(hashlib.sha256(actions).hexdigest())
            assert [len(part.position.actions) for part in played[2]] == [90 - LENGTH] * 5
            pool.close()
        assert digests[0] == digests[1]
