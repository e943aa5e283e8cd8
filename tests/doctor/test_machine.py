from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from pong_pg.distributed import cgroups
from pong_pg.distributed.threads import available_cores
from pong_pg.doctor import machine
from pong_pg.doctor.checks import check_named
from pong_pg.doctor.processes import find_all
from pong_pg.native.build import Library
from pong_pg.ppo import compiled_kernels, compiled_loss, encoder

pytestmark = pytest.mark.toy


def test_a_limit_on_cpus_below_the_cores_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "available_cores", lambda: 8)
    for limit, status, advice in ((None, "ok", ""), (8.0, "ok", ""), (2.5, "limited", "pong-pg train --workers 2")):
        monkeypatch.setattr(cgroups, "cpu_limit", lambda limit=limit: limit)
        found = machine.cores()
        assert (found.status, found.advice) == (status, advice)
        assert found.values["limit"] == limit
    monkeypatch.setattr(cgroups, "cpu_limit", lambda: 0.5)
    assert machine.cores().advice == "pong-pg train --workers 1"


def test_a_limit_on_memory_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cgroups, "memory_limit", lambda: int(512e6))
    found = machine.memory()
    assert found.status == "limited"
    assert "512 MB allowed in this container" in found.detail
    assert "--workers 0" in found.advice


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Ray uses no shared memory elsewhere")
def test_shared_memory_that_is_missing_or_small_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert machine.shared_memory(tmp_path / "none").status == "missing"
    monkeypatch.setattr(machine, "_SHARED_MEMORY_NEEDED", 1e18)
    found = machine.shared_memory(tmp_path)
    assert found.status == "limited"
    assert "--shm-size" in found.advice


def test_a_server_at_rays_port_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        monkeypatch.setattr(machine, "_RAY_PORT", server.getsockname()[1])
        assert machine.ports().values == {"ray_port_taken": True}
    assert machine.ports().values == {"ray_port_taken": False}


def test_a_machine_that_cannot_connect_to_itself_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(socket, "create_connection", refuse)
    found = machine.ports()
    assert found.status == "broken"
    assert found.detail == "this machine can't connect to itself: Operation not permitted"


def test_a_display_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert machine.display().detail == "WAYLAND_DISPLAY=wayland-0"
    monkeypatch.delenv("WAYLAND_DISPLAY")
    assert machine.display().status == "missing"


def test_the_compiler_and_why_it_is_not_used_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PONG_PG_COMPILED", "0")
    found = find_all([check_named("compiler"), check_named("threads")], 60, lambda _: None)
    assert found["compiler"].status == "limited"
    assert "by NumPy (PONG_PG_COMPILED is 0)" in found["compiler"].detail
    assert found["compiler"].advice == "unset PONG_PG_COMPILED"
    assert found["threads"].status == "ok"


@pytest.mark.parametrize("library", [compiled_kernels.LIBRARY, compiled_loss.LIBRARY, encoder.LIBRARY])
def test_each_c_file_of_ppo_is_looked_at(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    assert machine.compiler().status == "ok"
    monkeypatch.setattr(library, "about", lambda: "by NumPy (it does not compile)")
    found = machine.compiler()
    assert found.status == "limited"
    assert "by NumPy (it does not compile)" in found.detail


def test_this_machine_is_measured() -> None:
    found = find_all([check_named("cores"), check_named("memory")], 60, lambda _: None)
    assert found["cores"].values["cores"] == available_cores()
    assert found["memory"].values["total"] > 1e8
