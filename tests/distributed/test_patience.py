"""The start of Ray on a machine that is busy with other things."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import ray
from ray._private import services

from pong_pg.distributed import patience
from pong_pg.errors import ClusterError


@pytest.mark.parametrize("failures", [2, 3])
def test_a_start_that_takes_ray_too_long_is_repeated(failures: int, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []

    class Node:
        def __init__(self) -> None:
            raise Exception("The current node timed out during startup.")  # noqa: TRY002 - as Ray does

        def kill_all_processes(self, **_: Any) -> None:
            ended.append(1)

    def init(**arguments: Any) -> Any:
        assert arguments["address"] == "local"
        return Node() if len(ended) < failures else "started"

    monkeypatch.setattr(ray, "init", init)
    if failures == 2:
        assert patience.start(address="local") == "started"
    else:
        with pytest.raises(ClusterError, match="did not start in 3 attempts: this machine is too busy"):
            patience.start(address="local")
    assert len(ended) == failures


@pytest.mark.skipif(not hasattr(ray._raylet, "METRICS_AGENT_PORT_NAME"), reason="this version waits in another way")
def test_the_raylet_finds_the_ports_of_its_agents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: dict[str, Any] = {}

    def start_raylet(
        session_dir: str,
        node_id: str,
        metrics_agent_port: int = 0,
        metrics_export_port: int = 0,
        dashboard_agent_listen_port: int = 0,
        runtime_env_agent_port: int = 0,
    ) -> None:
        given.update(locals())

    monkeypatch.setattr(services, "start_raylet", start_raylet)
    before = random.getstate()
    with patience._ports_known_beforehand():
        services.start_raylet(str(tmp_path), node_id="ab" * 28, metrics_agent_port=0)
    assert services.start_raylet is start_raylet
    assert random.getstate() == before
    written = {path.name.removesuffix("_" + "ab" * 28): int(path.read_text()) for path in tmp_path.iterdir()}
    assert written == {name: port for name, port in given.items() if name.endswith("_port")}
    assert len(set(written.values())) == 4
    assert all(20_000 <= port < 32_000 for port in written.values())


def test_an_earlier_version_of_ray_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def start_raylet(redis_address: str) -> str:
        return redis_address

    monkeypatch.setattr(services, "start_raylet", start_raylet)
    with patience._ports_known_beforehand():
        assert services.start_raylet is start_raylet
