"""Connecting the script to Ray, with workers that treat its code as this process does."""

from __future__ import annotations

import atexit
import base64
import contextlib
import os
import signal
import sys
import warnings
import zlib
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import ray
import ray._private.worker as _worker
from ray import cloudpickle

from pong_pg.distributed import loopback, reaper
from pong_pg.distributed.cluster import adopt, check_address
from pong_pg.distributed.signals import own_sigterm_handler
from pong_pg.errors import ClusterError
from pong_pg.legacy.install import workers
from pong_pg.legacy.shims.ray import _kv, _local, _logs
from pong_pg.legacy.shims.ray._init_arguments import PYTHON_MODE, modern_arguments
from pong_pg.legacy.shims.ray._variables import store

# When a worker of Ray starts, it calls the function that the first variable names; the second holds its pickled work.
_RAY_HOOK = "__RAY_WORKER_PROCESS_SETUP_HOOK_ENV_VAR"
_SETUP = "PONG_PG_WORKER_SETUP"
# Arguments of a script that asks for servers which other machines can reach.
_OPEN = frozenset({"_node_ip_address", "dashboard_host"})
# An environment variable holds at most 128 kB.
_LONGEST_SETUP = 100_000

# The exit status of a process that Ctrl-C has ended.
_INTERRUPTED = 130

# In a forked child: what ends it.
_child: list[Callable[[], None]] = []


def init(*positional: Any, **named: Any) -> Any:
    """Start Ray on this machine or connect to a cluster, with the arguments of `ray.init` of any version.

    Returns:
        The context of the installed Ray, from which the addresses can be read as from a dictionary.

    Raises:
        ClusterError: no cluster answers at the address.
        PongPGError: an argument that no version of Ray has had.
    """
    arguments = modern_arguments(positional, named)
    if named.get("driver_mode") == PYTHON_MODE:
        _local.use(_local.VALUES)
        return None
    if arguments.pop("local_mode", False):
        _local.use(_local.REFERENCES)
    if ray.is_initialized():
        with own_sigterm_handler():
            return ray.init(**arguments)
    address = arguments.get("address") or os.environ.get("RAY_ADDRESS") or None
    if address not in (None, "local") and "://" not in address:
        adopt(check_address(address, "ray.init: the address"), address)
    starts_here = _starts_here(address, arguments)
    if starts_here:
        reaper.start()
    hook = workers.setup_hook(then=_logs.tidy_failures)
    environment: dict[str, str] = {}
    setup = base64.b64encode(zlib.compress(cloudpickle.dumps(hook))).decode()
    runtime_env = arguments.get("runtime_env") or getattr(arguments.get("job_config"), "runtime_env", None) or {}
    theirs = runtime_env.get("worker_process_setup_hook")
    # A hook in the runtime environment keeps Ray from using the workers that it has already started, which costs
    # about two seconds; the environment variables of this process reach the workers of this machine at no cost.
    if theirs is None and len(setup) < _LONGEST_SETUP and starts_here:
        environment = {_RAY_HOOK: f"{__name__}.set_up_worker", _SETUP: setup, **_one_thread()}
    else:
        chosen = runtime_env.get("env_vars") or {}
        variables = {**_one_thread(), **chosen}
        arguments["runtime_env"] = {
            **runtime_env,
            "worker_process_setup_hook": _guarded(cloudpickle.dumps(_both(hook, theirs))),
            "env_vars": variables,
        }
    _logs.tidy_failures()
    _logs.keep_off_standard_output()
    with warnings.catch_warnings(), own_sigterm_handler(), _environment(environment):
        # Ray warns of changes of its defaults, and leaves files open: nothing that a script could act on.
        warnings.simplefilter("ignore")
        context = _connect(address, arguments)
    store.ship()
    return context


def ensure() -> None:
    """Connect to Ray unless connected, as today's Ray does at the first call that needs it."""
    if not _local.mode() and not ray.is_initialized() and os.environ.get("RAY_ENABLE_AUTO_CONNECT", "") != "0":
        init()


def shutdown(*_: Any, **__: Any) -> None:
    """Disconnect from Ray, and stop it if this process has started it; arguments of old versions are ignored."""
    _forget()
    _local.use("")
    with own_sigterm_handler():
        ray.shutdown()


def set_up_worker() -> None:
    """Set up a worker when it starts, as the driver has asked; called by Ray, by this function's name."""
    workers.set_up(os.environ[_SETUP].encode(), lambda text: cloudpickle.loads(zlib.decompress(base64.b64decode(text))))


def _connect(address: str | None, arguments: dict[str, Any]) -> Any:
    try:
        if _starts_here(address, arguments) and not _OPEN & arguments.keys():
            with loopback.starting(dashboard=bool(arguments.get("include_dashboard"))) as private:
                return ray.init(**{**arguments, **private})
        with loopback.attaching(address or "auto"):
            return ray.init(**arguments)
    except ConnectionError as error:
        if arguments.get("address") is None and not os.environ.get("RAY_ADDRESS"):
            raise
        raise ClusterError(f"ray.init: Ray could not be reached: {' '.join(str(error).split())}") from error


def _starts_here(address: str | None, arguments: dict[str, Any]) -> bool:
    if address is not None:
        return address == "local"
    try:
        from ray._private.services import canonicalize_bootstrap_address

        return canonicalize_bootstrap_address(None, arguments.get("_temp_dir")) is None
    except (ImportError, TypeError):
        # A version of Ray that finds a running cluster in another way.
        return False


def _one_thread() -> dict[str, str]:
    """Return the environment variables that limit NumPy to one thread in each worker.

    Ray sets them itself, but only when a worker gets its first task; by then the setup has loaded NumPy.
    """
    return {} if "OMP_NUM_THREADS" in os.environ else {"OMP_NUM_THREADS": "1"}


def _both(hook: Callable[[], None], theirs: Callable[[], None] | str | None) -> Callable[[], None]:
    def set_up() -> None:
        hook()
        if isinstance(theirs, str):
            from ray._private.utils import load_class

            load_class(theirs)()
        elif theirs is not None:
            theirs()

    return set_up


def _guarded(pickled: bytes) -> Callable[[], None]:
    """Return a hook that does not fail; a node of the cluster may have no pong_pg, so it needs nothing to be loaded."""

    def set_up() -> None:
        try:
            from ray import cloudpickle

            from pong_pg.legacy.install import workers
        except ImportError:
            import traceback

            # The script's tasks need pong_pg as well, and Ray says so when it can't load them.
            traceback.print_exc()
        else:
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


def _forget() -> None:
    """Remove what this script has stored in a cluster that outlives it."""
    if store.shipped and ray.is_initialized() and not _kv.in_worker():
        with contextlib.suppress(Exception):  # the cluster may have stopped, and its store with it
            _kv.remove(f"{_kv.job()}:")
    store.shipped = 0


def _end() -> None:
    if _child:
        _child[0]()
    if ray.is_initialized():
        # Ray crashes, with a stack of C++, where it is interrupted while it shuts down; the reaper ends the rest of it.
        signal.signal(signal.SIGINT, lambda *_: os._exit(_INTERRUPTED))
    _forget()
    # An emulator that is destroyed after Python's modules makes its library print errors.
    store.drop_values()


def _leave_ray_to_the_parent() -> None:
    """Keep a forked child from stopping the Ray of its parent when it ends."""
    if not ray.is_initialized():
        return
    atexit.unregister(_worker.shutdown)
    node = _worker._global_node
    if node is not None:
        # The node has a handler of its own, which stops these.
        node.all_processes.clear()
    status: list[Any] = []

    def leave(code: Any = None) -> NoReturn:
        status[:] = [code]
        raise SystemExit(code)

    def end() -> None:
        # What Ray has in this process has lost its threads, and would crash if Python destroyed it.
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        code = status[0] if status else 0
        os._exit(code if isinstance(code, int) else code is not None)

    # `_end` is called after the script's own handlers; Python does not tell them the status.
    _child.append(end)
    sys.exit = leave


atexit.register(_end)
os.register_at_fork(after_in_child=_leave_ray_to_the_parent)
