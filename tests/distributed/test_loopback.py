"""The private functions of Ray that are used: that they are there, and what happens without them."""

from __future__ import annotations

import importlib
import inspect
import sys
import types
from typing import Any

import pytest

from pong_pg.distributed import cluster, loopback, patience
from pong_pg.errors import ClusterError

pytestmark = pytest.mark.needs("ray")


def services() -> Any:
    return importlib.import_module("ray._private.services")


@pytest.mark.parametrize("name", ["get_node_ip_address", "start_api_server", "resolve_ip_for_localhost"])
def test_ray_has_the_private_functions_that_are_replaced(name: str) -> None:
    assert callable(getattr(services(), name))


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
    monkeypatch.setattr(loopback, "services", lambda: None if missing == "module" else object())
    with loopback.starting() as arguments:
        assert arguments["_node_ip_address"] == "127.0.0.1"
    with loopback.attaching("auto"), loopback.attaching("127.0.0.1:1"):
        pass


@pytest.mark.parametrize("missing", [None, object()], ids=["module", "function"])
def test_a_ray_that_can_not_read_its_environment_again_asks_for_a_new_start(
    missing: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", types.ModuleType("ray"))
    monkeypatch.setitem(sys.modules, "ray._raylet", missing)
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    with pytest.raises(ClusterError, match="needs a token: set  RAY_AUTH_MODE=token  and start again"):
        cluster.adopt({"RAY_AUTH_MODE": "token"}, "host:1")
    with cluster._restored_auth_mode():
        pass


def test_a_ray_whose_raylet_is_another_one_is_started_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray._raylet", None)
    before = services().start_raylet
    with patience._ports_known_beforehand():
        assert services().start_raylet is before
