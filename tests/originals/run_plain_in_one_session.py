"""Runs modernised scripts of Ray with plain Python, one after another, with one connection to Ray for all.

Speaks as `run_here.py` does; `ray.init` does nothing. `pong_pg` can't be imported, also in the workers.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import runpy
import sys
import traceback
from pathlib import Path
from typing import Any

# What the records were printed with, before NumPy is imported; a setting of NumPy that the documentation names.
os.environ["NPY_ENABLE_CPU_FEATURES"] = ","

import ray

# More than the machine may have, because tasks and actors of earlier scripts can still hold some.
_CPUS = 8


def init_again(*_: Any, **__: Any) -> Any:
    """Do nothing."""
    return ray.get_runtime_context()


def main() -> None:
    """Serve until standard input ends."""
    sys.modules["pong_pg"] = None  # type: ignore[assignment]  # makes importing it fail
    # The driver prints what workers print later, when the output may be the next script's.
    ray.init(num_cpus=_CPUS, log_to_driver=False)
    ray.init = init_again
    for line in sys.stdin:
        script, directory, environment = json.loads(line)
        os.environ.update(environment)
        os.chdir(directory)
        streams = [os.dup(number) for number in (1, 2)]
        for number, name in enumerate(("out", "err"), 1):
            os.dup2(os.open(f"{directory}.{name}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
        try:
            status = run(script)
        finally:
            gc.collect()
            sys.stdout.flush()
            sys.stderr.flush()
            for number, stream in enumerate(streams, 1):
                os.dup2(stream, number)
                os.close(stream)
        print(status, flush=True)


def run(script: str) -> int:
    """Run a script; return its exit status."""
    sys.argv = [Path(script).name]
    sys.path[0] = str(Path(script).parent)
    try:
        with contextlib.suppress(SystemExit):
            # By its whole path, since workers are in another directory and show its lines in tracebacks.
            runpy.run_path(script, run_name="__main__")
    except Exception:
        traceback.print_exc()
        return 1
    return 0


if __name__ == "__main__":
    main()
