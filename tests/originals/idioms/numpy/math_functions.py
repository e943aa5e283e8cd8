import numpy as np

print np.diff([1, 4, 9]), np.linspace(0, 1, 5), np.linspace(0, 10, num=3, endpoint=False), np.arange(0, 1, 0.25), np.logspace(0, 2, 3), np.cumsum([1, 2])
print np.cross([1, 2], [3, 4]), np.cross([1, 2, 3], [4, 5, 6]), np.dot([1, 2], [3, 4]), np.inner([1, 2], [3, 4]), np.outer([1, 2], [3, 4]), np.vdot([1], [2])
print np.sum(i for i in range(4)), np.sum([[1, 2], [3, 4]], axis=0), np.mean([1, 2, 4]), np.average([1, 2], weights=[3, 1]), np.median([3, 1, 2]), np.percentile([1, 2, 3, 4], 30)
print np.var([1, 2, 4]).round(6), np.std([1, 2, 4], ddof=1).round(6), np.corrcoef([1, 2, 3], [1, 2, 4]).round(4), np.cov([1, 2, 3]), np.polyfit([0, 1, 2], [1, 3, 5], 1).round(6)
print np.histogram([1, 2, 1], bins=[0, 1, 2, 3]), np.histogram([1, 2, 1], bins=2, normed=True), np.bincount([0, 1, 1]), np.digitize([0.5, 1.5], [0, 1, 2]), np.searchsorted([1, 2, 3], 2)
print np.unique([3, 1, 1]), np.unique([3, 1, 1], return_counts=True), np.unique([1, 2, 1], return_inverse=True), np.interp(1.5, [1, 2], [10, 20]), np.convolve([1, 2, 3], [0, 1])
print np.around(2.5), np.around(-1.55, 1), np.rint(0.5), np.floor(-0.5), np.ceil(0.2), np.trunc(-1.7), np.sign(-3), np.mod(-7, 3), np.fmod(-7, 3), np.remainder(7, -3)
print np.clip(5, 0, 3), np.maximum([1, 5], 3), np.argmax([1, 3, 3]), np.argsort([3, 1, 2]), np.sort([3, 1]), np.argmin([[2, 1]], axis=1), np.nanmax([1, np.nan]), np.ptp([1, 5])
print np.power(2, 3), np.power(2., -1), np.sqrt(2), np.exp(1), np.log([1, np.e]), np.log2(8), np.log10(1000), np.hypot(3, 4), np.tanh(0.5), np.arctan2(1, 1), np.square(3)
print np.kron([1, 2], [1, 1]), np.tile([1, 2], 2), np.repeat([1, 2], [1, 2]), np.roll([1, 2, 3], 1), np.flipud([1, 2]), np.rot90([[1, 2], [3, 4]]), np.tri(2), np.triu(np.ones((2, 2)))
print np.prod([1, 2, 3]), np.floor_divide(-7, 2), np.true_divide(7, 2), np.divide(7, 2), np.divide(7., 2), np.reciprocal(2), np.reciprocal(2.), np.gradient([1, 4, 9]), np.ediff1d([1, 3])
