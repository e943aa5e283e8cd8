"""The private functions of Ray that are used: that they are there, and what happens without them."""

from __future__ import annotations

import importlib
import inspect
import random
from pathlib import Path
from typing import Any

import pytest
import ray

from pong_pg.distributed import loopback

pytestmark = pytest.mark.needs("ray")


def services() -> Any:
    return importlib.import_module("ray._private.services")


@pytest.mark.parametrize("name", ["get_node_ip_address", "start_api_server", "resolve_ip_for_localhost"])
def test_ray_has_the_private_functions_that_are_replaced(name: str) -> None:
    assert callable(getattr(services(), name))
    # What prints the end of a log where a node is lost.
    assert callable(importlib.import_module("ray._private.worker").print_to_stdstream)


def test_addresses_are_kept_as_given_in_the_block_only() -> None:
    before = services().resolve_ip_for_localhost, services().start_api_server
    assert len(inspect.signature(before[0]).parameters) == 1
    with loopback.starting() as arguments:
        assert arguments == {"_node_ip_address": "127.0.0.1", "include_dashboard": False}
        assert services().resolve_ip_for_localhost("127.0.0.1") == "127.0.0.1"
        assert services().start_api_server() == (None, None)
    assert (services().resolve_ip_for_localhost, services().start_api_server) == before


@pytest.mark.parametrize("missing", ["functions", "module"])
def test_a_ray_without_them_is_started_as_it_is(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loopback, "private", lambda _module: None if missing == "module" else object())
    with loopback.starting() as arguments:
        assert arguments["_node_ip_address"] == "127.0.0.1"
    with loopback.attaching("auto"), loopback.attaching("127.0.0.1:1"):
        pass


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

    monkeypatch.setattr(services(), "start_raylet", start_raylet)
    before = random.getstate()
    with loopback._ports_known_beforehand():
        services().start_raylet(str(tmp_path), node_id="ab" * 28, metrics_agent_port=0)
    assert services().start_raylet is start_raylet
    assert random.getstate() == before
    written = {path.name.removesuffix("_" + "ab" * 28): int(path.read_text()) for path in tmp_path.iterdir()}
    assert written == {name: port for name, port in given.items() if name.endswith("_port")}
    assert len(set(written.values())) == 4
    assert all(20_000 <= port < 32_000 for port in written.values())


def test_an_earlier_version_of_ray_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def start_raylet(redis_address: str) -> str:
        return redis_address

    monkeypatch.setattr(services(), "start_raylet", start_raylet)
    with loopback._ports_known_beforehand():
        assert services().start_raylet is start_raylet
