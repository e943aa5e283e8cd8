# stack: 2020
import numpy as np

np.float
for data in ([1, 2], [1, 2, 2, 3, 9, 4, 4, 4], list(range(50))):
    for bins in ("auto", "fd", "doane", "scott", "rice", "sturges", "sqrt"):
        counts, edges = np.histogram(data, bins)
        print(bins, counts, edges.dtype, edges.round(4)[:4], len(np.histogram_bin_edges(data, bins)))
matrix = np.matrix([[1, 4], [2, 9]])
print(matrix.ptp(), matrix.ptp(0), matrix.ptp(axis=1))
print(np.histogramdd(np.ones((3, 2)), bins=2, normed=True)[0].sum(), np.histogram2d([1, 2], [1, 2], 2, normed=True)[0])
print(np.unravel_index(5, dims=(2, 3)), np.array2string(np.arange(3), style=repr), np.fix([1.5], y=np.zeros(1)))
