"""Every row of NumPy's and SciPy's tables behaves, and what the shims supply for the past is in the tables."""

from __future__ import annotations

import importlib
import io
import pickle
import pkgutil
import types
from typing import Any

import numpy as real
import pytest

from pong_pg.legacy.runtime import notes
from pong_pg.legacy.shims import scipy as scipy_shim
from pong_pg.legacy.shims.numpy import removed, tolerant, ufuncs
from pong_pg.legacy.shims.scipy import misc
from pong_pg.legacy.tables import numpy as table
from pong_pg.legacy.tables import scipy as scipy_table

pytestmark = pytest.mark.any_stack

_printing = real.get_printoptions()
np: Any = importlib.import_module("pong_pg.legacy.shims.numpy")
real.set_printoptions(**_printing)

# For each name and argument that is the shim's own: an expression that uses it as scripts did, and is true.
EXAMPLES = {
    "numpy.ALLOW_THREADS": "np.ALLOW_THREADS == 1",
    "numpy.BUFSIZE": "np.BUFSIZE == 8192",
    "numpy.CLIP": "np.take([1, 2], 5, mode=np.CLIP) == 2",
    "numpy.MAXDIMS": "np.MAXDIMS == 32",
    "numpy.NINF": "np.NINF == -real.inf",
    "numpy.NZERO": "real.signbit(np.NZERO)",
    "numpy.PZERO": "not real.signbit(np.PZERO)",
    "numpy.RAISE": "np.RAISE == 2",
    "numpy.WRAP": "np.take([1, 2], 3, mode=np.WRAP) == 2",
    "numpy.alen": "np.alen([1, 2]) == 2 and np.alen(3) == 1",
    "numpy.asfarray": "np.asfarray([1]).dtype == real.float64",
    "numpy.asscalar": "np.asscalar(real.array([2.5])) == 2.5",
    "numpy.cast": "np.cast['f4'](3).dtype == real.float32 and len(list(np.cast)) == len(np.cast)",
    "numpy.deprecate": "np.deprecate(len) is len and np.deprecate(message='')(len) is len",
    "numpy.deprecate_with_doc": "np.deprecate_with_doc('')(len) is len",
    "numpy.disp": "np.disp('a', out) is None and out.getvalue() == 'a\\n'",
    "numpy.fastCopyAndTranspose": "np.fastCopyAndTranspose([[1, 2]]).tolist() == [[1], [2]]",
    "numpy.find_common_type": "np.find_common_type([real.float32], [real.int64]) == real.float32",
    "numpy.fromstring": "np.fromstring(b'ab', dtype=real.uint8).tolist() == [97, 98]",
    "numpy.in1d": "np.in1d([[1], [2]], [2]).tolist() == [False, True]",
    "numpy.issctype": "np.issctype(real.int8) and not np.issctype(3)",
    "numpy.issubclass_": "np.issubclass_(bool, int) and not np.issubclass_(3, int)",
    "numpy.issubsctype": "np.issubsctype('i4', real.integer) and not np.issubsctype('f4', real.integer)",
    "numpy.maximum_sctype": "np.maximum_sctype(real.int8) is real.int64",
    "numpy.msort": "np.msort([[2, 1], [1, 3]]).tolist() == [[1, 1], [2, 3]]",
    "numpy.nbytes": "np.nbytes[real.float64] == 8 and len(list(np.nbytes)) == len(np.nbytes)",
    "numpy.obj2sctype": "np.obj2sctype('f8') is real.float64 and np.obj2sctype('no', 3) == 3",
    "numpy.random.random_integers": "np.random.random_integers(3, 3, 2).tolist() == [3, 3]",
    "numpy.rank": "np.rank([[1]]) == 2",
    "numpy.recfromcsv": "np.recfromcsv(io.StringIO('A,b\\n1,2')).a == 1",
    "numpy.recfromtxt": "np.recfromtxt(io.StringIO('1 2')).tolist() == [1, 2]",
    "numpy.row_stack": "np.row_stack([[1], [2]]).tolist() == [[1], [2]]",
    "numpy.sctype2char": "np.sctype2char(real.float64) == 'd'",
    "numpy.sctypes": "real.float64 in np.sctypes['float']",
    "numpy.set_string_function": "np.set_string_function(repr) is None",
    "numpy.source": "np.source(notes.printed, out) is None and out.getvalue()",
    "numpy.trapz": "np.trapz([1, 2]) == 1.5",
    "numpy.histogram(normed=)": "np.histogram([1, 2], bins=1, normed=True)[0].tolist() == [1.0]",
    **{
        f"numpy.{name}(interpolation=)": f"np.{name}(real.arange(5), q=0.5, interpolation='lower') in (0, 2)"
        for name in ("nanpercentile", "nanquantile", "percentile", "quantile")
    },
    "numpy.reshape(newshape=)": "np.reshape(real.arange(4), newshape=(2, 2)).shape == (2, 2)",
    "scipy.misc.bytescale": "misc.bytescale(real.array([0.0, 1.0])).tolist() == [0, 255]",
    "scipy.misc.central_diff_weights": "misc.central_diff_weights(3).tolist() == [-0.5, 0, 0.5]",
    "scipy.misc.derivative": "abs(misc.derivative(lambda x: x**2, 3.0) - 6) < 1e-9",
    "scipy.misc.fromimage": "misc.fromimage(misc.toimage(grey)).shape == (2, 3)",
    "scipy.misc.imfilter": "misc.imfilter(real.zeros((5, 5), 'u1'), 'blur').shape == (5, 5)",
    "scipy.misc.imread": "misc.imsave(out_bytes, grey, 'png') is None and misc.imread(out_bytes).shape == (2, 3)",
    "scipy.misc.imresize": "misc.imresize(grey, 200).shape == (4, 6)",
    "scipy.misc.imrotate": "misc.imrotate(grey, 180).shape == (2, 3)",
    "scipy.misc.imsave": "misc.imsave(out_bytes, grey, 'png') is None and out_bytes.getvalue()",
    "scipy.misc.imshow": "misc.imshow(grey) is None",
    "scipy.misc.toimage": "misc.toimage(grey).size == (3, 2)",
}
NAMES = {**table.NAMES, **scipy_table.NAMES}
OWN = [
    *(name for name, row in NAMES.items() if not row.supplied_by),
    *(f"{function}({name}=)" for function, rows in table.ARGUMENTS.items() for name in rows),
]


@pytest.mark.parametrize("row", OWN)
def test_what_is_the_shims_own_works(row: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(variable, raising=False)
    values = {"out": io.StringIO(), "out_bytes": io.BytesIO(), "grey": real.array([[0, 1, 2], [3, 4, 5]], real.uint8)}
    modules = {"np": np, "real": real, "misc": misc, "io": io, "pickle": pickle, "notes": notes}
    assert row.split("(", maxsplit=1)[0].rsplit(".", maxsplit=1)[-1] in EXAMPLES[row]
    assert eval(EXAMPLES[row], {**modules, **values})


def test_there_is_an_example_for_nothing_else() -> None:
    assert EXAMPLES.keys() == set(OWN)


@pytest.mark.parametrize("name", [name for name in table.TOP if table.TOP[name].supplied_by])
def test_an_alias_is_what_it_stands_for(name: str) -> None:
    try:
        expected = pkgutil.resolve_name(table.TOP[name].supplied_by)
    except (ImportError, AttributeError):
        # Some of what has moved is nowhere in some versions.
        assert name in table.MOVED
        return
    if name not in table.MOVED or name not in vars(real):
        assert getattr(np, name) is expected


@pytest.mark.parametrize("name", [name for name in scipy_table.MISC if scipy_table.MISC[name].supplied_by])
@pytest.mark.needs("scipy>=1.10")
def test_an_alias_of_scipy_is_what_it_stands_for(name: str) -> None:
    assert getattr(misc, name) is pkgutil.resolve_name(scipy_table.MISC[name].supplied_by)


def test_what_the_shim_of_numpy_supplies_is_in_the_table() -> None:
    supplied = {
        name
        for name, value in vars(np).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
        if vars(real).get(name) is not value and name not in {*tolerant.FUNCTIONS, *ufuncs.UFUNCS, "Any", "annotations"}
    }
    assert supplied
    assert supplied <= table.TOP.keys()
    assert removed.OWN.keys() == {name for name, row in table.TOP.items() if not row.supplied_by}
    in_random = {name for name in vars(np.random) if not name.startswith("_") and name not in vars(real.random)}
    in_random -= {"Any", "annotations", "Callable", "creation", "functools", "np", "tolerant"}
    assert {f"numpy.random.{name}" for name in in_random} <= table.NAMES.keys()


def test_what_the_shim_of_scipy_supplies_is_in_the_table() -> None:
    own = {name for name, value in vars(misc).items() if getattr(value, "__module__", "") == misc.__name__}
    assert {name for name in own if not name.startswith("_")} == {
        name for name, row in scipy_table.MISC.items() if not row.supplied_by
    }


@pytest.mark.needs("scipy>=1.12")
def test_what_scipy_has_itself_is_not_taken_for_numpys() -> None:
    today: Any = importlib.import_module("scipy")
    assert {name for name in today.__all__ if not name.startswith("_")} <= scipy_table.OWN
    top: Any = scipy_shim
    for name in ("zeros", "randn", "log10"):
        assert scipy_table.numpys_name(f"scipy.{name}")
        assert callable(getattr(top, name))
