"""An IPython shell that runs a notebook's cells and prints their outputs at once."""

from __future__ import annotations

import atexit
import importlib
import shutil
import sys
import tempfile
from typing import Any

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets import Any as AnyTrait
from traitlets.config import Config

from pong_pg.legacy.install import failures
from pong_pg.legacy.ipython import CellParser
from pong_pg.legacy.runtime.messages import say_once

# The cell magics that run a shell or another interpreter.
_SHELL_CELLS = ("bash", "sh", "script", "system", "sx", "perl", "ruby", "python2")


class _Hook(DisplayHook):  # type: ignore[misc]  # IPython is untyped where it is not installed
    def write_output_prompt(self) -> None:
        """Print no prompt."""


class _Publisher(DisplayPublisher):  # type: ignore[misc]  # as above
    def clear_output(self, wait: bool = False) -> None:
        """Keep what is printed, and print no codes of a terminal."""


class NotebookShell(InteractiveShell):  # type: ignore[misc]  # as above
    """Runs cells; shell lines and cells run only if the user asks for it."""

    runs_shell_lines = AnyTrait(False)
    asked_to_exit = AnyTrait(False)

    def enable_gui(self, gui: Any = None) -> None:
        """Do nothing: cells run one after another, without the loop of a window."""

    def enable_matplotlib(self, gui: Any = None) -> Any:  # noqa: ARG002 - IPython's signature
        """Leave figures to the backend that matplotlib chooses itself, as in a script."""
        return None, importlib.import_module("matplotlib").get_backend()

    def ask_exit(self) -> None:
        """End after this cell: `exit` and `quit`."""
        self.asked_to_exit = True

    def system(self, cmd: str) -> None:
        """Run a shell line, if the user has asked for it."""
        if self.runs_shell_lines:
            super().system(cmd)
        else:
            _say_not_run(f"!{cmd}")

    def getoutput(self, cmd: str, *arguments: Any, **options: Any) -> Any:
        """Return what a shell line prints, if the user has asked for it; an empty list otherwise."""
        if self.runs_shell_lines:
            return super().getoutput(cmd, *arguments, **options)
        _say_not_run(f"!{cmd}")
        return []

    def _get_exc_info(self, exc_tuple: Any = None) -> tuple[Any, Any, Any]:
        kind, error, trace = super()._get_exc_info(exc_tuple)
        return kind, error, failures.script_frames(trace)

    def _showtraceback(self, _etype: Any, evalue: Any, stb: Any) -> None:
        """Print an error's traceback, or one line if that is enough."""
        line = failures.in_one_line(evalue)
        text = f"pong-pg run: error: {line}" if line else self.InteractiveTB.stb2text(stb)
        print(text, file=sys.stderr, flush=True)


def _say_not_run(line: str) -> None:
    say_once(f"not run: {line.strip()}  (--shell runs such lines)")


def make_shell(parser: CellParser, *, shell: bool) -> NotebookShell:
    """Return the shell that runs a notebook's cells as old code; a process has one."""
    # Not in the user's home: IPython keeps a profile and a history even where nobody asks for them.
    folder = tempfile.mkdtemp(prefix="pong-pg-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    running: NotebookShell = NotebookShell.instance(
        displayhook_class=_Hook,
        display_pub_class=_Publisher,
        runs_shell_lines=shell,
        ipython_dir=folder,
        config=Config(HistoryManager={"enabled": False, "hist_file": ":memory:"}),
    )
    running.colors = "NoColor"
    running.compile.ast_parse = parser
    if not shell:
        for name in _SHELL_CELLS:
            running.register_magic_function(lambda line, _, name=name: _say_not_run(f"%%{name} {line}"), "cell", name)
    sys.modules["__main__"] = running.user_module
    return running
