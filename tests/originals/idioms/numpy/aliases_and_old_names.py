import numpy as np

print np.float is float, np.int is int, np.bool is bool, np.object is object, np.complex is complex, np.str is str
print np.rank(np.zeros((2, 3))), np.asscalar(np.array([5])), np.alen([1, 2]), np.product([2, 3]), np.cumproduct([1, 2, 3]), np.sometrue([0, 1])
print np.alltrue([1, 1]), np.round_(2.567, 1), np.msort([3, 1, 2]), np.in1d([1, 2], [2]), np.trapz([1, 2, 3]), np.Inf, np.NaN, np.NINF, np.PINF
print np.infty, np.Infinity, np.float_(3), np.int_(3), np.complex_(1), np.string_('a'), np.unicode_('b'), np.row_stack([[1], [2]]).shape, np.mat('1 2; 3 4')
print np.typeDict['float64'] is np.float64, np.cast['int'](3.7), np.sctypes['float'][0] is np.float16, np.issubdtype(np.float32, np.floating), np.int0(3), np.obj2sctype(float) is np.float64
print np.MAXDIMS, np.ALLOW_THREADS, np.newaxis is None, '%.6f' % np.e, round(np.pi, 3), np.CLIP, np.WRAP, np.nbytes[np.float32], np.find_common_type([np.float32], [float]) == np.float32
print np.issubsctype(np.int8, np.integer), np.sctype2char(np.float32), np.maximum_sctype(np.int8) is np.int64, np.can_cast('i4', 'f8'), np.common_type(np.float32([1])) is np.float32
print np.fix(2.7), np.asfarray([1, 2]).dtype, np.sctypeDict['int32'] is np.int32, np.isscalar(3), np.iterable([1]), np.safe_eval('[1, 2]')
