from __future__ import annotations

import importlib
import pickle
import pkgutil
import types
from typing import Any

import numpy as real
import pytest

from pong_pg.legacy.read import settings
from pong_pg.legacy.tables import numpy as table

_printing = real.get_printoptions()
np: Any = importlib.import_module("pong_pg.legacy.shims.numpy")
# The shim makes numbers print as they did; the other tests are to see them as they are.
real.set_printoptions(**_printing)


@pytest.mark.parametrize(
    ("names", "value"),
    [
        ("float", float),
        ("int long", int),
        ("bool", bool),
        ("object", object),
        ("str unicode", str),
        ("complex", complex),
        ("float_", real.float64),
        ("complex_ cfloat", real.complex128),
        ("int0", real.intp),
        ("uint0", real.uintp),
        ("bool8", real.bool_),
        ("unicode_", real.str_),
        ("string_", real.bytes_),
        ("Inf Infinity infty PINF", real.inf),
        ("product", real.prod),
        ("cumproduct", real.cumprod),
        ("ndarray", real.ndarray),
        ("dot", real.dot),
    ],
)
def test_names_are_what_they_were(names: str, value: object) -> None:
    for name in names.split():
        assert getattr(np, name) == value
        assert getattr(np, name) is value or isinstance(value, float)


@pytest.mark.filterwarnings("ignore:The chararray class:DeprecationWarning")
def test_every_name_is_what_its_row_says() -> None:
    for name, row in table.TOP.items():
        assert row.supplied_by or row.modern
        if row.supplied_by:
            assert getattr(np, name) is pkgutil.resolve_name(row.supplied_by)


def test_integers_of_python_2_are_divided_as_then() -> None:
    assert np.divide(7, 2) == 3.5
    settings.use(settings.Settings(python2=True))
    try:
        assert np.divide([7, -7], 2).tolist() == [3, -4]
        assert np.divide(7, 2.0) == 3.5
    finally:
        settings.use(settings.Settings())


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("np.ones(2).astype(np.bool).dtype == real.bool_", True),
        ("float(np.trapz([1, 2]))", 1.5),
        ("np.row_stack([[1], [2]]).tolist()", [[1], [2]]),
        ("np.fromstring(b'ab', dtype=np.uint8).tolist()", [97, 98]),
        ("np.fromstring('ab', np.uint8).tolist()", [97, 98]),
        ("np.fromstring(b'ab', np.uint8).flags.writeable", True),
        ("np.array([1.0, 2.0], copy=False).tolist()", [1.0, 2.0]),
        ("np.asarray([[1, 2], [3]]).shape", (2,)),
        ("np.array([np.zeros(3), np.zeros((2, 2))]).dtype == object", True),
        ("np.array([300, -1], dtype=np.uint8).tolist()", [44, 255]),
        ("np.array([300], np.uint8).tolist()", [44]),
        ("np.concatenate({1: [2], 3: [4]}.values()).tolist()", [2, 4]),
        ("np.stack(iter([[1], [2]]), axis=1).tolist()", [[1, 2]]),
        ("np.sum(i for i in [1, 2])", 3),
        ("np.reshape(np.arange(4), newshape=(2, 2)).tolist()", [[0, 1], [2, 3]]),
        ("np.linspace(0, 1, 3.0).tolist()", [0.0, 0.5, 1.0]),
        ("np.clip(np.arange(3), a_min=1, a_max=1).tolist()", [1, 1, 1]),
        ("np.array([np.ones(1), 2.0], dtype=np.float32).tolist()", [1.0, 2.0]),
        ("np.append([[1, 2], [3]], [[4]]).shape", (3,)),
        ("np.random.permutation([[1, 2], [3]]).shape", (2,)),
        ("np.shape([[1, 2], [3]])", (2,)),
        ("np.round_(1.26, 1)", 1.3),
        ("np.asfarray([1]).dtype == real.float64", True),
        ("np.VisibleDeprecationWarning.__name__", "VisibleDeprecationWarning"),
        ("np.random.seed(2 ** 40)", None),
        ("np.random.seed(-1)", None),
        ("np.random.random_integers(3, 3, size=2).tolist()", [3, 3]),
        ("np.random.RandomState(2 ** 33).random_integers(1)", 1),
    ],
)  # fmt: skip
@pytest.mark.filterwarnings("ignore:Creating an ndarray from ragged")
@pytest.mark.filterwarnings("ignore:the matrix subclass:PendingDeprecationWarning")
def test_what_numpy_took(expression: str, value: object) -> None:
    assert eval(expression, {"np": np, "real": real, "pickle": pickle}) == value


@pytest.mark.parametrize(
    ("expression", "error"),
    [
        ("np.no_such_name", AttributeError),
        ("np.array([[1, 2], [3]], dtype=float)", ValueError),
        ("np.zeros(2.5)", TypeError),
        ("np.zeros('x')", TypeError),
        ("np.vstack(3)", (TypeError, ValueError)),
        ("np.random.randn(2.5)", TypeError),
        ("np.random.no_such_name", AttributeError),
    ],
)
def test_what_was_an_error_stays_one(expression: str, error: Any) -> None:
    with pytest.raises(error):
        eval(expression, {"np": np})


def test_it_is_a_module_and_what_is_not_old_is_numpy_itself() -> None:
    assert isinstance(np, types.ModuleType)
    assert np.__version__ == real.__version__
    assert np.exp is real.exp
    assert np.random.beta == real.random.beta or np.random.beta.__name__ == "beta"
    assert {"float", "dot", "linalg"} <= set(dir(np))
    names: dict[str, Any] = {}
    exec("from pong_pg.legacy.shims.numpy import *", names)
    assert not {"max", "min", "abs", "round", "bool", "pow"} & set(names)
    assert names["Inf"] == real.inf
    assert names["array"] is np.array


def test_functions_are_pickled_by_name() -> None:
    for function in (np.array, np.zeros, np.asscalar, np.random.seed):
        assert pickle.loads(pickle.dumps(function)) is function
    generator = np.random.RandomState(3)
    assert pickle.loads(pickle.dumps(generator)).rand() == generator.rand()
