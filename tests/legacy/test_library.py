"""Modules of the standard library, pickles and packages are as scripts of then expect them."""

from __future__ import annotations

import importlib
import pickle
import sys
import time
from pathlib import Path

import pytest
from old_scripts import prints, run_text

from pong_pg.legacy.runtime import stdlib
from pong_pg.legacy.runtime.stdlib_names import LooseVersion
from pong_pg.legacy.tables import python3_library

pytestmark = pytest.mark.every_python


@pytest.mark.parametrize("name", ["os", "queue", "numpy", "no_such_module", "itertools", "distutils.nothing"])
def test_other_names_mean_what_they_say(name: str) -> None:
    assert stdlib.modern_module(name, ["x"]) is None


@pytest.mark.parametrize("name", python3_library.MODULES)
def test_a_module_that_is_gone_can_be_imported_and_what_the_table_has_of_it_works(name: str) -> None:
    module = stdlib.modern_module(name, ["*"])
    assert module is not None
    for supplied in python3_library.MODULES[name].names:
        assert getattr(module, supplied) is not None
    assert pickle.loads(pickle.dumps(module)) is module
    with pytest.raises(AttributeError, match=rf"{name}.no_such_name is not covered.*modern code uses"):
        _ = module.no_such_name
    with pytest.raises(ImportError, match=f"{name}.no_such_name is not covered"):
        stdlib.modern_module(name, ["no_such_name"])


def test_modules_that_left_the_library_are_imported_and_used(tmp_path: Path) -> None:
    text = """
        import asyncore, formatter, imp, parser, symbol, sys, distutils.version
        from distutils.util import strtobool
        from distutils import spawn
        print(bool(strtobool("Yes")), distutils.version.LooseVersion("1.10") > distutils.version.LooseVersion("1.9"))
        print(spawn.find_executable("no-such-program"))
        print(imp.load_source("mine", sys.argv[1]).value, imp.new_module("x").__name__)
        try:
            parser.suite("1")
        except AttributeError as error:
            print(error)
    """
    own = tmp_path / "own.py"
    own.write_text("import numpy as np\nvalue = np.float\n")
    lines = prints(tmp_path, text, str(own))
    assert lines[:3] == ["True True", "None", "<class 'float'> x"]
    # Python 3.9 to 3.11 have some of them.
    assert lines[3].startswith("parser.suite is not covered")
    assert lines[3].endswith("; modern code uses ast")


def test_an_own_module_comes_before_one_that_is_gone(tmp_path: Path) -> None:
    (tmp_path / "parser.py").write_text("suite = 'mine'\n")
    assert prints(tmp_path, "import parser\nprint(parser.suite)\n") == ["mine"]


def test_a_name_that_is_not_covered_is_one_line(tmp_path: Path) -> None:
    done = run_text(tmp_path, "x = 1\nfrom symbol import expr_stmt\n")
    assert done.returncode == 2
    assert "script.py:2: symbol.expr_stmt is not covered" in done.stderr


def test_versions_are_compared() -> None:
    assert LooseVersion("0.10.5") > LooseVersion("0.9") > "0.8.1b2"
    assert str(LooseVersion("1.2b3")) == "1.2b3"
    assert LooseVersion("1.2b3").version == [1, 2, "b", 3]


def test_what_modules_have_stays_as_it_is() -> None:
    kept = time.time
    stdlib.add_missing_names("time")
    assert time.time is kept


@pytest.mark.needs("numpy>=1")
def test_installed_packages_get_the_real_modules(tmp_path: Path) -> None:
    text = """
        import json, numpy, pickle
        import json.decoder
        print(numpy.float is float, numpy is __import__("sys").modules["numpy"], pickle is json.decoder.re)
        print(__import__("sys").modules["pickle"] is pickle)
    """
    assert prints(tmp_path, text) == ["True False False", "False"]


@pytest.mark.needs("pillow")
def test_pillow_has_its_old_filters_and_takes_the_nearest_pixels(tmp_path: Path) -> None:
    script = """
        import numpy as np
        from PIL import Image
        colours = Image.fromarray(np.arange(36, dtype="uint8").reshape(3, 4, 3) * 7)
        print(np.asarray(colours.resize((2, 2)))[0].tolist(), Image.ANTIALIAS == Image.LANCZOS)
    """
    assert prints(tmp_path, script) == ["[[38, 45, 52], [77, 84, 91]] True"]
    old = script.replace("print(", "print 'then'; print(")
    assert prints(tmp_path, old) == ["then", "([[21, 28, 35], [63, 70, 77]], True)"]


def test_a_namespace_prints_in_the_order_of_its_names(tmp_path: Path) -> None:
    text = """
        import argparse{}
        parser = argparse.ArgumentParser()
        parser.add_argument("--z", default=1)
        parser.add_argument("--a", default=2)
        print(parser.parse_args())
    """
    assert prints(tmp_path, text.format("")) == ["Namespace(z=1, a=2)"]
    assert prints(tmp_path, text.format(", gym")) == ["Namespace(a=2, z=1)"]


def test_the_child_of_a_forkserver_is_a_fork_unless_it_is_asked_for(tmp_path: Path) -> None:
    text = "import multiprocessing\nprint(multiprocessing.get_start_method())\n"
    assert prints(tmp_path, text) == ["fork" if sys.platform.startswith("linux") else "spawn"]


def test_importlib_gives_what_import_gives() -> None:
    shim = importlib.import_module("pong_pg.legacy.shims.importlib")
    assert not hasattr(shim, "__path__")
    assert shim.import_module("json").__name__ == "json"
