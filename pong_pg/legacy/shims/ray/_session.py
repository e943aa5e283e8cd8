"""Connecting the script to Ray, with workers that treat its code as this process does."""

from __future__ import annotations

import atexit
import base64
import contextlib
import os
import sys
import warnings
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import ray
from ray import cloudpickle

from pong_pg.distributed import loopback
from pong_pg.distributed.cluster import check_address, own_sigterm_handler
from pong_pg.errors import ClusterError, PongPGError
from pong_pg.legacy.install import workers
from pong_pg.legacy.shims.ray._init_arguments import modern_arguments
from pong_pg.legacy.shims.ray._variables import store

# When a worker of Ray starts, it calls the function that the first variable names; the second holds its pickled work.
_RAY_HOOK = "__RAY_WORKER_PROCESS_SETUP_HOOK_ENV_VAR"
_SETUP = "PONG_PG_WORKER_SETUP"
# Arguments of a script that asks for servers which other machines can reach.
_OPEN = frozenset({"_node_ip_address", "dashboard_host"})
# An environment variable holds at most 128 kB.
_LONGEST_SETUP = 100_000


def init(address: str | None = None, **named: Any) -> Any:
    """Start Ray on this machine or connect to a cluster, with the arguments of `ray.init` of any version.

    Returns:
        The context of the installed Ray, from which the addresses can be read as from a dictionary.

    Raises:
        ClusterError: no cluster answers at the address.
        PongPGError: the script has a setup hook of its own for workers.
    """
    arguments = modern_arguments(named if address is None else {"address": address, **named})
    if ray.is_initialized():
        with own_sigterm_handler():
            return ray.init(**arguments)
    address = arguments.get("address") or os.environ.get("RAY_ADDRESS") or None
    if address not in (None, "local") and "://" not in address:
        check_address(address, "ray.init: the address")
    starts_here = _starts_here(address, arguments)
    hook = workers.setup_hook()
    setup = base64.b64encode(zlib.compress(cloudpickle.dumps(hook))).decode()
    runtime_env = arguments.get("runtime_env") or getattr(arguments.get("job_config"), "runtime_env", None) or {}
    if "worker_process_setup_hook" in runtime_env:
        raise PongPGError("ray.init: worker_process_setup_hook can't be combined with pong-pg run, which has its own")
    environment: dict[str, str] = {}
    # Ray sets it itself, but only when a worker gets its first task; by then the setup has loaded NumPy.
    threads = {} if "OMP_NUM_THREADS" in os.environ else {"OMP_NUM_THREADS": "1"}
    # A hook in the runtime environment keeps Ray from using the workers that it has already started, which costs
    # about two seconds; the environment variables of this process reach the workers of this machine at no cost.
    if len(setup) < _LONGEST_SETUP and starts_here:
        environment = {_RAY_HOOK: f"{__name__}.set_up_worker", _SETUP: setup, **threads}
    else:
        arguments["runtime_env"] = {
            **runtime_env,
            "worker_process_setup_hook": _hook(cloudpickle.dumps(hook)),
            "env_vars": {**threads, **(runtime_env.get("env_vars") or {})},
        }
    with warnings.catch_warnings(), own_sigterm_handler(), _environment(environment):
        # Ray warns of changes of its defaults, and leaves files open: nothing that a script could act on.
        warnings.simplefilter("ignore")
        return _connect(address, arguments)


def ensure() -> None:
    """Connect to Ray unless connected, as today's Ray does at the first call that needs it."""
    if not ray.is_initialized() and os.environ.get("RAY_ENABLE_AUTO_CONNECT", "") != "0":
        init()


def shutdown(*_: Any, **__: Any) -> None:
    """Disconnect from Ray, and stop it if this process has started it; arguments of old versions are ignored."""
    store.forget_session()
    with own_sigterm_handler():
        ray.shutdown()


def set_up_worker() -> None:
    """Set up a worker when it starts, as the driver has asked; called by Ray, by this function's name."""
    workers.set_up(os.environ[_SETUP].encode(), lambda text: cloudpickle.loads(zlib.decompress(base64.b64decode(text))))


def _connect(address: str | None, arguments: dict[str, Any]) -> Any:
    try:
        if _starts_here(address, arguments) and not _OPEN & arguments.keys():
            with loopback.starting(dashboard=bool(arguments.get("include_dashboard"))) as private:
                return ray.init(**{**arguments, "address": "local", **private})
        with loopback.attaching(address or "auto"):
            return ray.init(**arguments)
    except ConnectionError as error:
        if arguments.get("address") is None and not os.environ.get("RAY_ADDRESS"):
            raise
        raise ClusterError(f"ray.init: Ray could not be reached: {' '.join(str(error).split())}") from error


def _starts_here(address: str | None, arguments: dict[str, Any]) -> bool:
    if address is not None:
        return address == "local"
    return ray._private.services.canonicalize_bootstrap_address(None, arguments.get("_temp_dir")) is None


def _hook(pickled: bytes) -> Callable[[], None]:
    """Return a hook that sets up a worker; Ray loads it without this package."""

    def set_up() -> None:
        from ray import cloudpickle

        from pong_pg.legacy.install import workers

        workers.set_up(pickled, cloudpickle.loads)

    return set_up


@contextlib.contextmanager
def _environment(variables: dict[str, str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _print_logs(data: Any, file: Any, *rest: Any) -> None:
    """Print what a process of Ray has printed; on standard output only that of workers, which run the script's code."""
    _real_print_logs(data, file if str(data.get("pid")).isdecimal() else sys.stderr, *rest)


_real_print_logs = ray._private.worker.print_worker_logs
ray._private.worker.print_worker_logs = _print_logs

# An emulator that is destroyed after Python's modules makes its library print errors.
atexit.register(store.drop_values)
