"""An IPython shell that records the outputs of a notebook's cells, and prints them at once."""

from __future__ import annotations

import atexit
import io
import os
import shutil
import sys
import tempfile
from typing import Any

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from nbformat.v4 import new_output
from traitlets import Any as AnyTrait
from traitlets.config import Config

from pong_pg.legacy import cells
from pong_pg.legacy.install import failures
from pong_pg.legacy.runtime.notes import say_once

# The cell magics that run a shell or another interpreter.
_SHELL_CELLS = ("bash", "sh", "script", "system", "sx", "perl", "ruby", "python2")


class Outputs:
    """Records the outputs of the running cell in nbformat's form."""

    def __init__(self) -> None:
        self.all: list[Any] = []
        self._clear_before_next = False

    def begin(self) -> list[Any]:
        """Begin another cell; return the list that its outputs will be in."""
        self.all = []
        self._clear_before_next = False
        return self.all

    def add(self, output: Any) -> None:
        """Add one output."""
        if self._clear_before_next:
            self.all.clear()
            self._clear_before_next = False
        self.all.append(output)

    def add_text(self, name: str, text: str) -> None:
        """Add to the cell's output on a standard stream: "stdout" or "stderr"."""
        last = self.all[-1] if self.all and not self._clear_before_next else {}
        if last.get("output_type") == "stream" and last.get("name") == name:
            last["text"] += text
        else:
            self.add(new_output("stream", name=name, text=text))

    def clear(self, *, wait: bool) -> None:
        """Remove the outputs, now or, with `wait`, when the next one comes."""
        if wait:
            self._clear_before_next = True
        else:
            self.all.clear()


class _Tee(io.TextIOBase):
    """A standard stream that also records what is written to it."""

    def __init__(self, stream: Any, name: str, outputs: Outputs) -> None:
        self._stream = stream
        self._name = name
        self._outputs = outputs

    def write(self, text: str, /) -> int:
        self._stream.write(text)
        self._stream.flush()
        if text:
            self._outputs.add_text(self._name, text)
        return len(text)

    def flush(self) -> None:
        self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class _Publisher(DisplayPublisher):  # type: ignore[misc]  # IPython is untyped where it is not installed
    outputs = AnyTrait()

    def publish(self, data: Any, metadata: Any = None, *_: Any, **__: Any) -> None:
        """Record displayed data, and print its plain text."""
        self.outputs.add(new_output("display_data", data=data, metadata=metadata or {}))
        _print_plain(data)

    def clear_output(self, wait: bool = False) -> None:
        self.outputs.clear(wait=wait)


class _Hook(DisplayHook):  # type: ignore[misc]  # as above
    outputs = AnyTrait()

    def write_output_prompt(self) -> None:
        """Print no prompt."""

    def write_format_data(self, format_dict: Any, md_dict: Any = None) -> None:
        """Record the value of a cell's last expression, and print its plain text."""
        result = new_output("execute_result", data=format_dict, metadata=md_dict or {})
        result["execution_count"] = self.prompt_count
        self.outputs.add(result)
        _print_plain(format_dict)


def _print_plain(data: Any) -> None:
    stream = sys.stdout._stream if isinstance(sys.stdout, _Tee) else sys.stdout
    stream.write(f"{data.get('text/plain', '')}\n")
    stream.flush()


class NotebookShell(InteractiveShell):  # type: ignore[misc]  # as above
    """Runs cells and records their outputs; shell lines and cells run only if the user asks for it."""

    outputs = AnyTrait()
    runs_shell_lines = AnyTrait(False)
    asked_to_exit = AnyTrait(False)

    def begin_outputs(self) -> list[Any]:
        """Begin a cell; return the list that its outputs will be in."""
        return self.outputs.begin()  # type: ignore[no-any-return]  # a trait has no type

    def run_cell(self, raw_cell: str, *arguments: Any, **options: Any) -> Any:
        """Run a cell, and record both standard streams."""
        streams = sys.stdout, sys.stderr
        sys.stdout = _Tee(streams[0], "stdout", self.outputs)
        sys.stderr = _Tee(streams[1], "stderr", self.outputs)
        try:
            return super().run_cell(raw_cell, *arguments, **options)
        finally:
            sys.stdout, sys.stderr = streams

    def enable_gui(self, gui: Any = None) -> None:
        """Do nothing: figures become images in the notebook's copy."""

    def enable_matplotlib(self, gui: Any = None) -> Any:  # noqa: ARG002 - IPython's signature
        """Select the inline backend, whatever `gui` is: figures become images in the notebook's copy."""
        return super().enable_matplotlib("inline")

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

    def _showtraceback(self, etype: Any, evalue: Any, stb: Any) -> None:
        """Record an error, and print its traceback, or one line if that is enough."""
        self.outputs.add(new_output("error", ename=etype.__name__, evalue=str(evalue), traceback=list(stb)))
        line = failures.in_one_line(evalue)
        stream = sys.stderr._stream if isinstance(sys.stderr, _Tee) else sys.stderr
        print(f"pong-pg run: error: {line}" if line else self.InteractiveTB.stb2text(stb), file=stream, flush=True)


def _say_not_run(line: str) -> None:
    say_once(f"not run: {line.strip()}  (--shell runs such lines)")


def make_shell(parser: cells.CellParser, *, shell: bool) -> NotebookShell:
    """Return the shell that runs a notebook's cells as old code; a process has one.

    Args:
        parser: parses the cells.
        shell: run shell lines and cells, too.
    """
    # As in Jupyter, figures are shown at the end of a cell.
    os.environ.setdefault("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    outputs = Outputs()
    # Not in the user's home: IPython keeps a profile and a history even where nobody asks for them.
    folder = tempfile.mkdtemp(prefix="pong-pg-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    running: NotebookShell = NotebookShell.instance(
        displayhook_class=_Hook,
        display_pub_class=_Publisher,
        outputs=outputs,
        runs_shell_lines=shell,
        ipython_dir=folder,
        config=Config(HistoryManager={"enabled": False, "hist_file": ":memory:"}),
    )
    running.displayhook.outputs = running.display_pub.outputs = outputs
    running.colors = "NoColor"
    cells.install(running, parser)
    if not shell:
        for name in _SHELL_CELLS:
            running.register_magic_function(_left_out(name), "cell", name)
    sys.modules["__main__"] = running.user_module
    return running


def _left_out(name: str) -> Any:
    def magic(line: str, _cell: str) -> None:
        _say_not_run(f"%%{name} {line}")

    return magic
