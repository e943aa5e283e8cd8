"""What becomes of workers that hang, raise or can't be placed: with both algorithms, the weights of no fault at all."""

from __future__ import annotations

import dataclasses
import os
import socket
import time
import types
from pathlib import Path
from typing import Any

import falling
import pytest
import ray
from falling import FallingBall

import pong_pg
from pong_pg.config import TrainConfig
from pong_pg.distributed import actors, faults
from pong_pg.errors import ClusterLostError, EnvFailedError, RewardError
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.ray_pool import RayRolloutPool
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.training.observers import Observer

CONFIGS = [
    ReinforceConfig(batch_size=6, hidden=8, seed=3, iterations=3, workers=2),
    PPOConfig(
        num_envs=5,
        n_steps=30,
        final_n_steps=30,
        num_minibatches=3,
        n_epochs=2,
        hidden=8,
        iterations=6,
        workers=2,
        seed=4,
    ),
]
both = pytest.mark.parametrize("config", CONFIGS, ids=["reinforce", "ppo"])


def expected(config: TrainConfig) -> str:
    return pong_pg.train(dataclasses.replace(config, workers=0), env_factory=FallingBall).policy.digest()


class Once(FallingBall):
    """Does something in its 90th step, once for all environments that have the same grave."""

    def __init__(self, grave: Path) -> None:
        super().__init__()
        self._grave = grave
        self._steps = 0

    def step(self, action: int) -> Any:
        self._steps += 1
        if self._steps == 90:
            try:
                os.close(os.open(self._grave, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                pass
            else:
                self.act_up()
        return super().step(action)

    def act_up(self) -> None:
        raise RuntimeError("a bad moment\nof two lines")


class Hanging(Once):
    def act_up(self) -> None:
        time.sleep(600)


class Failing(FallingBall):
    """Fails in every game, each time with another message."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder

    def step(self, action: int) -> Any:
        if "RAY_RAYLET_PID" in os.environ or "RAY_JOB_ID" in os.environ:
            (self._folder / str(time.time_ns())).touch()
            raise ValueError(f"no ball, attempt {len(list(self._folder.iterdir()))}")
        return super().step(action)


class Noting(Observer):
    def __init__(self) -> None:
        self.faults: list[pong_pg.WorkerFault] = []

    def on_fault(self, fault: pong_pg.WorkerFault) -> None:
        self.faults.append(fault)


@pytest.mark.usefixtures("local_ray")
@pytest.mark.ray
class TestFaults:
    @both
    def test_a_worker_that_raises_once_is_replaced_and_its_games_are_played_again(
        self, config: TrainConfig, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        noting = Noting()
        result = pong_pg.train(config, env_factory=lambda: Once(tmp_path / "grave"), observers=[noting])
        assert (tmp_path / "grave").exists(), "nothing was raised"
        assert result.policy.digest() == expected(config)
        assert [fault.count for fault in result.faults] == [1]
        assert noting.faults == list(result.faults)
        assert ": the environment raised RuntimeError: a bad moment of two lines in step(" in caplog.text

    @both
    def test_a_reward_that_is_not_finite_ends_the_run(self, config: TrainConfig) -> None:
        message = r"^update \d+, .*game \d+, environment seed \d+: the reward is not finite"
        with pytest.raises(RewardError, match=message):
            pong_pg.train(config, env_factory=falling.Unsound)

    def test_a_worker_that_hangs_is_replaced_and_its_games_are_played_again(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        config = CONFIGS[1]
        monkeypatch.setattr(faults, "_FIRST_BOUND", 3.0)
        monkeypatch.setattr(faults, "_LEAST_BOUND", 3.0)
        began = time.monotonic()
        result = pong_pg.train(config, env_factory=lambda: Hanging(tmp_path / "grave"))
        assert (tmp_path / "grave").exists(), "nothing hung"
        assert result.policy.digest() == expected(config)
        assert any("it gave no result for" in fault.reason for fault in result.faults)
        assert time.monotonic() - began < 120

    def test_an_environment_that_fails_every_time_ends_the_run_with_its_first_error(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(actors, "_PAUSE", 0.01)
        with pytest.raises(EnvFailedError) as caught:
            pong_pg.train(dataclasses.replace(CONFIGS[0], workers=1), env_factory=lambda: Failing(tmp_path))
        assert str(caught.value).startswith("the environment raised ValueError: no ball, attempt 1 in step(")
        assert caught.value.exit_status == 1
        assert len(list(tmp_path.iterdir())) == 1 + EnvFailedError.retries

    def test_environments_of_an_actor_that_does_not_come_back_go_to_the_others(self, tmp_path: Path) -> None:
        config = CONFIGS[1]
        assert isinstance(config, PPOConfig)
        pool = _NoReplacement(config, lambda: Dying(tmp_path / "grave"), 2, 0)
        assert _played(pool, config) == expected(config)
        assert (tmp_path / "grave").exists(), "no worker died"
        assert len(pool.faults) == 1

    def test_environments_of_an_actor_that_is_never_placed_go_to_the_others(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(actors, "_START_PATIENCE", 0.5)
        config = CONFIGS[1]
        assert isinstance(config, PPOConfig)
        assert _played(_SecondNever(config, FallingBall, 2, 0), config) == expected(config)

    def test_an_actor_more_is_used_from_the_next_update_on(self, monkeypatch: pytest.MonkeyPatch) -> None:
        config = CONFIGS[1]
        assert isinstance(config, PPOConfig)
        pool = _Growing(dataclasses.replace(config, workers=None), FallingBall, 1, 0)
        assert _played(pool, config) == expected(config)
        assert pool.size == 3
        assert len(pool.players) == 3


class Dying(Once):
    def act_up(self) -> None:
        os._exit(1)


def _played(pool: RayRolloutPool, config: PPOConfig) -> str:
    """Make a run's updates with a pool, and return the digest of its policy."""
    from pong_pg.ppo.state import PPOState
    from pong_pg.ppo.trainer import PPOTrainer

    state = PPOState.initial(config)
    trainer = PPOTrainer(state, pool)
    for _ in range(config.iterations or 0):
        trainer.update(lambda _: None, lambda: False)
    pool.close()
    return state.policy().digest()


class _NoReplacement(RayRolloutPool):
    """Asks for more CPUs than there are for an actor that is to replace another."""

    def _new_actor(self) -> Any:
        self._cpus_each = 10_000 if self.faults else 0
        return super()._new_actor()


class _SecondNever(RayRolloutPool):
    def _new_actor(self) -> Any:
        self._cpus_each = 10_000 if self._actors else 0
        return super()._new_actor()


class _Growing(RayRolloutPool):
    """Finds CPUs for two more actors."""

    def __init__(self, *args: Any) -> None:
        self.players: set[int] = set()
        super().__init__(*args)

    def grow(self) -> None:
        import ray

        self._most, self._next_look = 3, 0.0
        real = ray.available_resources
        ray.available_resources = lambda: {"CPU": 2.5 + len(self.starting)}
        super().grow()
        ray.available_resources = real
        # However long they take to start, they are there in the next update.
        ray.get(list(self.starting))

    def send(self, call: actors.Call, *args: Any) -> None:
        self.players.add(call.worker)
        super().send(call, *args)


def test_only_the_first_call_of_an_actor_can_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faults, "_FIRST_BOUND", 1.0)
    pool = object.__new__(RayRolloutPool)
    pool.bound = faults.CallBound()
    pool.calls = {name: actors.Call(worker, None, [], 1) for name, worker in (("a", 0), ("b", 0), ("c", 1))}
    assert pool._hanging(0.7) == []
    del pool.calls["c"]
    assert pool._hanging(0.7) == ["a"]
    assert pool.calls["b"].waited == 0


def test_workers_that_keep_failing_are_an_error_of_the_cluster() -> None:
    assert issubclass(pong_pg.ClusterLostError, pong_pg.ClusterError)
    assert pong_pg.ClusterLostError.exit_status == 1


@pytest.mark.usefixtures("local_ray")
@pytest.mark.ray
@both
@pytest.mark.parametrize("gone", ["the head node", "the raylet of this machine"])
def test_a_cluster_whose_server_is_gone_ends_the_run_with_one_line(
    gone: str, config: TrainConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ray itself would end this process up to a minute later, without a line of ours."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    own = ray.get_runtime_context().get_node_id()
    address = f"127.0.0.1:{port}" if gone == "the head node" else ray.get_runtime_context().gcs_address
    context = types.SimpleNamespace(gcs_address=address, get_node_id=lambda: own)
    nodes = [
        {"NodeID": "another", "NodeManagerAddress": "127.0.0.1", "NodeManagerPort": 1},
        {"NodeID": own, "NodeManagerAddress": "127.0.0.1", "NodeManagerPort": port},
    ]
    monkeypatch.setattr(ray, "get_runtime_context", lambda: context)
    monkeypatch.setattr(ray, "nodes", lambda: [] if gone == "the head node" else nodes)
    monkeypatch.setattr(actors, "_INTERVAL", 0.0)
    with pytest.raises(ClusterLostError, match="the Ray cluster is lost"):
        pong_pg.train(dataclasses.replace(config, run_dir=str(tmp_path)), env_factory=FallingBall)
    assert pong_pg.load(tmp_path)
