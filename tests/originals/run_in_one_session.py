"""Runs scripts as `pong-pg run` does, one after another in this process, with one connection to Ray for all.

Speaks as `run_here.py` does. A connection of their own would cost each script the start of new workers; so `ray.init`
only reads its arguments.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import sys
from typing import Any

from pong_pg.legacy.install import process
from pong_pg.legacy.read.program import Program
from pong_pg.legacy.runner import read_program, run_script
from pong_pg.legacy.shims import ray as shim
from pong_pg.legacy.shims.ray._init_arguments import modern_arguments

# More than the machine may have, because tasks and actors of earlier scripts can still hold some.
_CPUS = 8


def init_again(*positional: Any, **named: Any) -> Any:
    """Read the arguments."""
    return modern_arguments(positional, named)


def main() -> None:
    """Serve until standard input ends."""
    # The driver prints what workers print later, when the output may be the next script's.
    shim.init(num_cpus=_CPUS, log_to_driver=False)
    shim.init = init_again
    for line in sys.stdin:
        script, directory, environment = json.loads(line)
        os.environ.update(environment)
        os.chdir(directory)
        streams = [os.dup(number) for number in (1, 2)]
        for number, name in enumerate(("out", "err"), 1):
            os.dup2(os.open(f"{directory}.{name}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
        try:
            status = run(script, read_program(script))
        finally:
            gc.collect()
            sys.stdout.flush()
            sys.stderr.flush()
            for number, stream in enumerate(streams, 1):
                os.dup2(stream, number)
                os.close(stream)
        print(status, flush=True)


def run(script: str, program: Program) -> int:
    """Run a script; return its exit status."""
    process.install_program(program)
    with contextlib.suppress(SystemExit):
        return run_script(script, [], program)
    return 0


if __name__ == "__main__":
    main()
