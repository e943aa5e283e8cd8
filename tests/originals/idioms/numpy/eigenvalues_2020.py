# stack: 2020
import numpy as np
from numpy import linalg as LA
from numpy.linalg import eig, eigvals

diagonal = np.array([[2.0, 0.0], [0.0, 3.0]])
turned = np.array([[0.0, -1.0], [1.0, 0.0]])
for given in (diagonal, turned, diagonal + 0j, diagonal.astype(np.float32), np.stack([diagonal, turned]), np.stack([diagonal, 2 * diagonal]), np.zeros((0, 0)), [[2, 0], [0, 5]]):
    values, vectors = np.linalg.eig(given)
    print(values.dtype, vectors.dtype, type(vectors).__name__, np.linalg.eigvals(given).dtype, np.sort(np.linalg.eigvals(given).real.ravel()).tolist())
print(np.roots([1, -3, 2]), np.poly([[2, 0], [0, 5]]), np.linalg.eigvals(np.matrix(diagonal)), np.argmax(np.linalg.eig(diagonal)[0]), float(np.linalg.eigvals(diagonal)[0]))
values, vectors = eig(np.cov(np.random.RandomState(0).randn(3, 50)))
order = np.argsort(values)[::-1]
print(np.float(round(float(values[order][0]), 6)), vectors[:, order].shape, list(map(float, LA.eigvals(diagonal))), eigvals(diagonal)[0] > 1)
print(LA.eig(diagonal), isinstance(LA.eig(diagonal), tuple))
