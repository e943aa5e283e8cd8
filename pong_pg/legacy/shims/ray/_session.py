"""Connect the script to Ray, so that its workers treat the script as this process does."""

from __future__ import annotations

import atexit
import base64
import contextlib
import os
import traceback
import warnings
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import ray
from ray import cloudpickle

from pong_pg.distributed.cluster import adopt, check_address, own_sigterm_handler
from pong_pg.errors import ClusterError
from pong_pg.legacy.install import workers
from pong_pg.legacy.runtime.notes import say_once
from pong_pg.legacy.shims.ray import _kv, _logs
from pong_pg.legacy.shims.ray._init_arguments import modern_arguments
from pong_pg.legacy.shims.ray._variables import store

# Ray's workers call what the first names when they start; the second carries what is then to be done.
_RAY_HOOK = "__RAY_WORKER_PROCESS_SETUP_HOOK_ENV_VAR"
_SETUP = "PONG_PG_WORKER_SETUP"
# An environment variable holds at most 128 kB.
_LONGEST_SETUP = 100_000


def init(*positional: Any, **named: Any) -> Any:
    """Start Ray here or attach to a cluster, with the arguments of any year's `ray.init`.

    Returns:
        What today's Ray gives: a context from which the addresses can be read like from a dictionary.

    Raises:
        ClusterError: no cluster answers at the address.
        PongPGError: no version of Ray has had one of the arguments.
    """
    arguments = modern_arguments(positional, named)
    if ray.is_initialized():
        with own_sigterm_handler():
            return ray.init(**arguments)
    address = arguments.get("address") or os.environ.get("RAY_ADDRESS") or None
    if address not in (None, "local") and "://" not in address:
        adopt(check_address(address, "ray.init: the address"), address)
    hook = workers.setup_hook(then=_logs.tidy_failures)
    environment: dict[str, str] = {}
    setup = base64.b64encode(zlib.compress(cloudpickle.dumps(hook))).decode()
    runtime_env = arguments.get("runtime_env") or getattr(arguments.get("job_config"), "runtime_env", None) or {}
    theirs = runtime_env.get("worker_process_setup_hook")
    # A hook in the runtime environment keeps Ray from using the workers that it has started already, which costs
    # about two seconds; what starts the workers of this machine hands its environment on to them for nothing.
    if theirs is None and len(setup) < _LONGEST_SETUP and _starts_here(address, arguments):
        environment = {_RAY_HOOK: f"{__name__}.set_up_worker", _SETUP: setup, **_one_thread()}
    else:
        variables = {**_one_thread(), **(runtime_env.get("env_vars") or {})}
        arguments["runtime_env"] = {
            **runtime_env,
            "worker_process_setup_hook": _both(hook, theirs),
            "env_vars": variables,
        }
    _logs.tidy_failures()
    _logs.keep_off_standard_output()
    with warnings.catch_warnings(), own_sigterm_handler(), _environment(environment):
        # Ray announces changes of its own defaults, and leaves files open: nothing that a script could act on.
        warnings.simplefilter("ignore")
        context = _connect(arguments)
    store.ship()
    return context


def ensure() -> None:
    """Connect to Ray unless that has been done, as today's Ray does at the first call that needs it."""
    if not ray.is_initialized() and os.environ.get("RAY_ENABLE_AUTO_CONNECT", "") != "0":
        init()


def shutdown(*_: Any, **__: Any) -> None:
    """Disconnect from Ray, and end it where this process has started it; what old versions passed is ignored."""
    _forget()
    with own_sigterm_handler():
        ray.shutdown()


def set_up_worker() -> None:
    """Do in a worker, when it starts, what the driver has asked for; called by Ray, by its name."""
    try:
        cloudpickle.loads(zlib.decompress(base64.b64decode(os.environ[_SETUP])))()
    except Exception:
        # Ray would start the worker again and again, and say nothing.
        traceback.print_exc()


def _connect(arguments: dict[str, Any]) -> Any:
    try:
        return ray.init(**arguments)
    except RuntimeError as error:
        # Old versions of today's Ray have it, new ones only its name.
        if not arguments.get("local_mode") or "local_mode" not in str(error):
            raise
        say_once("ray.init: local mode is dropped: Ray has it no more; the tasks run in worker processes")
        return ray.init(**{**arguments, "local_mode": False})
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
        # A Ray that tells in another way whether a cluster runs already.
        return False


def _one_thread() -> dict[str, str]:
    """What limits NumPy to one thread in each worker.

    Ray does that itself, but when a worker gets its first task, and the setup has loaded NumPy by then.
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
    """Leave nothing of this script's in a cluster that goes on without it."""
    if store.shipped and ray.is_initialized() and not _kv.in_worker():
        with contextlib.suppress(Exception):  # the cluster may be gone, and then so is what lay there
            _kv.forget(f"{_kv.job()}:")
    store.shipped = 0


def _end() -> None:
    _forget()
    # An emulator that outlives Python's own modules makes its library complain.
    store.drop_values()


atexit.register(_end)
