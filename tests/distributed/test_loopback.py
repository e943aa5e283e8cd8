"""The private functions of Ray that are used: that they are there, and what happens without them."""

from __future__ import annotations

import importlib
import inspect
from typing import Any

import pytest

from pong_pg.distributed import loopback

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
