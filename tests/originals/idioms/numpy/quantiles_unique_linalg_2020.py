# stack: 2020
import numpy as np
import numpy.linalg
from numpy import linalg as LA
from numpy.linalg import eigh, svd

nan = np.nan
print(np.float, np.unique([nan, 1, nan]), np.unique(np.array([nan, 1, nan, 2.0]), return_counts=True))
print(np.unique([nan, 1, nan], return_inverse=True, return_index=True))
square = np.array([[1, 2], [2, 1]])
print(np.unique(square, return_inverse=True), np.unique(square, False, True), np.unique(square, True, True, True))
print(np.unique(np.array([[1, 2], [1, 2], [0, 1]]), axis=0, return_inverse=True), np.unique(["b", "a", "b"]), np.unique([3, 1, 3]))
diagonal = np.array([[2.0, 0.0], [0.0, 3.0]])
print(np.linalg.eig(diagonal), LA.eigh(diagonal), numpy.linalg.slogdet(diagonal), eigh(diagonal), svd(diagonal))
print(len(np.linalg.qr(diagonal)), type(np.linalg.qr(diagonal)), np.linalg.qr(diagonal, "r"), svd(diagonal, compute_uv=False))
print(np.linalg.eig(np.matrix(diagonal)), LA is np.linalg, LA.LinAlgError, LA.norm([3, 4]))
values, vectors = np.linalg.eig(diagonal)
print(values, vectors)
stack, sides = np.arange(12.0).reshape(3, 2, 2) + np.eye(2), np.arange(6.0).reshape(3, 2)
print(np.linalg.solve(stack, sides), np.linalg.solve(stack, sides[:, :, None]).shape, np.linalg.solve(diagonal, [1, 2]))
print(np.linalg.solve(diagonal, diagonal), np.linalg.solve(diagonal, np.ones((3, 2, 1))).shape)
try:
    np.linalg.solve(stack, np.ones((2, 2)))
except ValueError as error:
    print(type(error).__name__)
five = np.arange(5.0)
print([np.percentile(five, 30, interpolation=name) for name in ("linear", "lower", "higher", "midpoint", "nearest")])
print(np.quantile(five, [0.3, 0.6], interpolation="lower"), np.nanpercentile([1, nan, 2, 4], 30, interpolation="midpoint"))
print(np.nanquantile(five, 0.3, interpolation="lower"), np.percentile(five, 30, None, None, False, "higher"))
random = np.random.RandomState(0)
for size in (2, 3, 10, 101):
    numbers = random.randn(size) * 100
    print([np.percentile(numbers, part).item() for part in (5, 25, 33.3, 75, 95)], np.quantile(numbers, 0.9).item())
cube = random.randn(4, 3, 5)
for axis in (None, 0, -1, (0, 2)):
    for keepdims in (False, True):
        for part in (35, [10, 99.5]):
            found = np.percentile(cube, part, axis=axis, keepdims=keepdims)
            print(np.shape(found), found.tolist(), np.nanpercentile(cube, part, axis, keepdims=keepdims).max())
narrow = np.array([0.1, 2.3], np.float32)
print(np.percentile(narrow, 30).dtype, np.percentile(narrow, np.float32(0.1)), np.quantile(narrow, 0.5), np.percentile([1, 2, 4], 40))
print(np.percentile([1, nan], 50), np.percentile([True, False], 50), np.percentile(3, 50), np.percentile(np.arange(4), 25).dtype)
print(np.isin(narrow, [0.1, 2.3]), np.in1d(narrow, [0.1, 1]), np.isin(narrow, np.arange(0, 3, 0.1)).tolist())
print(np.isin(np.array([0.1, 2.3]), narrow), np.isin(narrow, [[0.1]], invert=True), np.isin(narrow[0], [0.1]))
for axis in (1, -2, (0, 0), 0.5):
    try:
        print(np.percentile(random.randn(4), 50, axis=axis))
    except Exception as error:
        print(type(error).__name__)
kept = np.zeros(5)
print(np.percentile(cube, 35, [0, 1], kept, True) is kept, kept.tolist(), np.percentile(cube[0], [35, 40], axis=0, out=np.zeros((2, 5))).tolist())
