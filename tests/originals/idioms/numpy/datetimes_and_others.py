import numpy as np

d = np.datetime64('2016-05-31')
print d, d + np.timedelta64(1, 'D'), np.arange('2016-01-30', '2016-02-02', dtype='datetime64[D]'), (np.datetime64('2016-06-01') - d), d < np.datetime64('2016-06-01'), np.timedelta64(3, 'h') / np.timedelta64(1, 'm')
v = np.vectorize(lambda x, y: x + y)
print v([1, 2], 3), np.apply_along_axis(sum, 0, [[1, 2], [3, 4]]), np.piecewise(np.array([-1.0, 1]), [np.array([True, False])], [0, 1]), np.frompyfunc(lambda x: x * 2, 1, 1)(np.arange(3)), np.poly1d([1, 2])(3), np.roots([1, -3, 2])
print np.packbits(np.array([1, 0, 1], np.uint8)), np.unpackbits(np.array([3], np.uint8)), np.binary_repr(5, 8), np.base_repr(10, 3), np.left_shift(1, 3), np.bitwise_and(6, 3), np.gcd.reduce([4, 6]), np.lcm(4, 6)
print np.intersect1d([1, 2], [2, 3]), np.union1d([1], [2]), np.setdiff1d([1, 2], [2]), np.isin([1, 2], [2]), np.lexsort([[1, 0], [0, 0]]), np.partition([3, 1, 2], 1)[1], np.nan_to_num([np.nan, 1.0]), np.nanmean([1, np.nan]), np.trapz([1, 2], dx=0.5), np.fliplr([[1, 2]])
print np.core.numerictypes.sctype2char('d'), np.dtype('f4').name, np.dtype(float).str, np.dtype('uint8').itemsize, np.finfo(np.float32).eps, np.iinfo(np.int8).max, np.finfo(float).max > 1e308, np.array([1], '>i4').dtype, np.dtype('i4').newbyteorder().str, np.promote_types('u1', 'i1')
