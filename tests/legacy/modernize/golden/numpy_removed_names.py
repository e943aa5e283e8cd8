import numpy as np

x = np.arange(6, dtype=np.float).reshape(2, 3)
mask = np.zeros(3, dtype=np.bool)
labels = np.array(['a', 'b'], dtype=np.object)
print(x.astype(np.int), mask, labels, np.product(x + 1), np.alltrue(mask), np.in1d([1, 2], [2]))
print(np.asscalar(np.float32(3)), np.Inf, np.infty, isinstance('x', np.str))
