import numpy as np

a = np.arange(12).reshape(3, 4)
where = [[0, 1], [1, 2]]
print a[where], a[[0, 2]], a[[[0, 2]]].shape, a[tuple(where)]
rows, columns = [0, 1, 2], [3, 2, 1]
a[[rows, columns]] = -1
print a
index = [slice(None), 1]
a[index] += 100
print a[index], a.T[[1, slice(0, 2)]]
parts = [slice(None)] * a.ndim
parts[1] = slice(0, 2)
print a[parts]
mask = [True, False, True]
print a[mask], a[np.array(mask), 1], a[[0], [1]], a[list(np.argsort(a[:, 0]))][0], a[[np.array([0, 1]), np.array([0, 1])]]
