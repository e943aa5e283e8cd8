import numpy as np

row = np.array([200, 100, 50], np.uint8)
print sum(row), type(sum(row)) is np.int64, sum(row[:1])
f = np.array([0.1, 0.2, 0.3], np.float32)
print sum(f), sum(list(f)), sum(x for x in f), sum(f * f), sum([f, f]).dtype, sum([]), sum([1, 2.5])
print sum([row, row]), sum(np.zeros((2, 2), np.float32)), max(row), min(f) == f[0], abs(f[0]), sum(f, 0.5)
