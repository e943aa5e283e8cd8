"""Runs an old script as `python SCRIPT` did when it was written."""

from __future__ import annotations

import atexit
import io
import os
import signal
import sys
import threading
import types
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pong_pg.errors import PongPGError
from pong_pg.legacy.compile.compiled import compile_parsed
from pong_pg.legacy.install import failures, process
from pong_pg.legacy.read.program import Program
from pong_pg.legacy.runtime.python2_printing import end_line

# Seconds that Ray gets to end its processes when this one gets SIGTERM.
_RAY_TIMEOUT = 15.0


def read_program(
    script: str,
    gym_api: int | None = None,
    python: int | None = None,
    atari_py: str | None = None,
    *,
    trusted: bool = False,
) -> Program:
    """Read a script and its own modules, without running anything; the arguments are those of `Program`.

    Raises:
        PongPGError: the script can't be read, or one of the files is neither Python 3 nor Python 2.
    """
    program = Program(gym_api, python, atari_py, trusted=trusted)
    try:
        program.add_script(script)
    except OSError as error:
        raise PongPGError(f"can't read {script}: {error.strerror or error}; name a script or a notebook") from error
    return program


def prepare(program: Program, at_end: Callable[[], None]) -> None:
    """Prepare this process to run a program's files.

    Args:
        program: what `read_program` returned.
        at_end: called when this process ends, after the script's own exit handlers, also if SIGTERM ends it.
    """
    process.install_program(program)
    process_id = os.getpid()
    # `atexit` calls the function that was registered first last; forked children have registered it, too.
    atexit.register(lambda: at_end() if os.getpid() == process_id else None)
    _end_cleanly_at_sigterm(at_end)
    # Ray before 2.4 printed every line of every worker; later versions leave out repeated ones.
    os.environ.setdefault("RAY_DEDUP_LOGS", "0")
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Off a terminal Python buffers standard output, so that lines would come after later ones on standard error.
        sys.stdout.reconfigure(line_buffering=True)


def run_script(script: str, arguments: Sequence[str], program: Program) -> int:
    """Run a script in this process, which `prepare` has prepared, as its main program.

    Returns:
        The exit status: 0, 1 after a traceback, 2 after a line that says why it failed, 130 after Ctrl-C.

    Raises:
        SystemExit: the script raised it.
    """
    path = Path(script).absolute()
    sys.argv = [script, *arguments]
    sys.path[0] = os.path.realpath(path.parent)
    main = types.ModuleType("__main__")
    vars(main).update(__file__=str(path), __cached__=None, __builtins__=__builtins__)
    sys.modules["__main__"] = main

    def execute() -> None:
        parsed = program.read(os.path.realpath(path), path.read_bytes())
        exec(compile_parsed(parsed, str(path)), vars(main))

    return run_code(execute)


def run_code(code: Callable[[], None]) -> int:
    """Run code of the script, and print why it failed; return the exit status.

    Raises:
        SystemExit: the script raised it.
    """
    try:
        try:
            code()
        finally:
            end_line()
    except SystemExit:
        raise
    except KeyboardInterrupt as error:
        failures.print_traceback(error)
        return 130
    except BaseException as error:  # whatever a script can raise
        line = failures.in_one_line(error)
        if line is None:
            failures.print_traceback(error)
            return 1
        print(f"pong-pg run: error: {line}", file=sys.stderr)
        return 2
    return 0


def _end_cleanly_at_sigterm(at_end: Callable[[], None]) -> None:
    def end(signum: int, _frame: Any) -> None:
        _shut_ray_down()
        at_end()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        signal.signal(signum, signal.SIG_DFL)
        os.kill(os.getpid(), signum)

    def in_child() -> None:
        if signal.getsignal(signal.SIGTERM) is end:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})

    signal.signal(signal.SIGTERM, end)
    # SIGTERM must end a forked child as usual, and Python loses in the child a signal that comes during the fork.
    os.register_at_fork(
        before=lambda: signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM}),
        after_in_parent=lambda: signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM}),
        after_in_child=in_child,
    )


def _shut_ray_down() -> None:
    ray: Any = sys.modules.get("ray")
    # It has no such function yet where it is just being imported.
    if ray is not None and getattr(ray, "is_initialized", bool)():
        # In a thread, because the code that the signal interrupted may hold a lock that `shutdown` waits for.
        thread = threading.Thread(target=ray.shutdown, daemon=True)
        thread.start()
        thread.join(_RAY_TIMEOUT)
