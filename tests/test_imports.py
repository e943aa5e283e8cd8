from __future__ import annotations

import ast
import importlib
import inspect
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from stack import HAS_GYM

import pong_pg
from pong_pg import algorithm
from pong_pg.compat._versions import installed_version

_HEAVY = {"numpy", "ray", "gym", "gymnasium", "ale_py", "shimmy", "rich", "tensorboard", "threadpoolctl", "matplotlib"}


def modules_after(code: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint('|'.join(sys.modules))"],
        capture_output=True,
        text=True,
        check=True,
    )
    *printed, modules = done.stdout.splitlines()
    assert not [line for line in printed if not line.startswith(("usage", "pong-pg", " ", "Learning"))]
    assert done.stderr == ""
    return {name.partition(".")[0] for name in modules.split("|")}


def test_importing_the_package_imports_nothing_heavy_and_prints_nothing() -> None:
    assert not _HEAVY & modules_after("import pong_pg")


@pytest.mark.parametrize(
    "arguments", [["--version"], ["train", "--help"], ["eval", "--help"], ["bench", "--help"], ["doctor", "--help"]]
)
def test_help_and_version_import_nothing_heavy(arguments: list[str]) -> None:
    code = (
        "import contextlib, io\nfrom pong_pg.cli import main\n"
        f"with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):\n    main({arguments!r})"
    )
    assert not _HEAVY & modules_after(code)


def test_the_control_sees_a_heavy_import() -> None:
    assert "numpy" in modules_after("import pong_pg.reinforce.policy")


def test_every_public_name_is_there_and_described() -> None:
    for name in set(pong_pg.__all__) - {"__version__"}:
        value = getattr(pong_pg, name)
        assert value.__doc__, name
        assert value.__module__.startswith("pong_pg"), name
    assert set(pong_pg.__all__) <= set(dir(pong_pg))


def names_needed(thing: object) -> set[str]:
    """The names of this package's types in the public signatures and fields of a class or function."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(thing)))  # type: ignore[arg-type]  # classes and functions
    (top,) = tree.body
    annotations = [node.annotation for node in getattr(top, "body", ()) if isinstance(node, ast.AnnAssign)]
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and (node.name == "__init__" or not node.name.startswith("_")):
            parameters = [*node.args.args, *node.args.kwonlyargs]
            annotations += [parameter.annotation for parameter in parameters if parameter.annotation is not None]
            annotations += [] if node.returns is None else [node.returns]
    words = {word for annotation in annotations for word in re.findall(r"[A-Za-z_]\w*", ast.unparse(annotation))}
    module = vars(sys.modules[thing.__module__])
    return {word for word in words if str(getattr(module.get(word), "__module__", "")).startswith("pong_pg")}


def test_what_is_public_needs_nothing_that_is_not() -> None:
    for name in set(pong_pg.__all__) - {"__version__"}:
        assert names_needed(getattr(pong_pg, name)) <= set(pong_pg.__all__), name


def test_a_name_that_is_needed_and_not_public_is_found() -> None:
    assert "Pool" in names_needed(algorithm.Trainer)
    assert "Pool" not in pong_pg.__all__


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'pongs'"):
        pong_pg.pongs  # noqa: B018 - the look-up is the test


def test_every_module_can_be_imported() -> None:
    root = Path(pong_pg.__file__).parent
    files = [file.relative_to(root.parent).with_suffix("") for file in root.rglob("*.py")]
    names = [".".join(file.parts).removesuffix(".__init__") for file in files]
    assert len(names) > 20
    # The environment for gym is a subclass of gym's, and only gym loads it; what old scripts need has an extra.
    left_out = ("pong_pg.__main__", *(["pong_pg.compat.gym_atari"] if not HAS_GYM else []))
    left_out += ("pong_pg.legacy",) if installed_version("fissix") is None else ()
    for name in names:
        if not name.startswith(left_out):
            importlib.import_module(name)
