import numpy as np
from numpy.lib.stride_tricks import as_strided
import numpy.core.multiarray
import numpy.core.numeric as numeric
from numpy.core import fromnumeric
from numpy.testing import assert_allclose, assert_almost_equal, assert_array_equal, assert_equal

print as_strided(np.arange(5), (3, 3), (8, 8)), np.lib.stride_tricks.as_strided(np.arange(3), (2, 2), (8, 8)).sum(), np.broadcast_arrays([1], [1, 2])[0]
print np.pad([1, 2], 1, 'constant'), np.pad([1, 2], (1, 2), 'edge'), np.lib.pad([1, 2], 1, 'constant', constant_values=(9, 8)), np.pad(np.ones((1, 2)), ((0, 1), (1, 0)), mode='constant')
print numeric.asarray([1]), fromnumeric.mean([1, 2]), np.core.umath.exp(0), np.core.multiarray.array([1]), np.core.numeric.ones(1)
assert_equal(1, 1)
assert_allclose([1.0], [1.0])
assert_almost_equal(1, 1)
assert_array_equal([1], [1])
np.testing.assert_array_almost_equal([1.0], [1.0])
print np.lib.index_tricks.s_[1:2], np.r_[1:4, 0], np.c_[[1, 2], [3, 4]], np.mgrid[0:2, 0:2].shape, np.ogrid[0:2, 0:3][1], np.meshgrid([1, 2], [3])[1], np.indices((2, 2)).shape, np.index_exp[0]
print np.lib.scimath.sqrt(-1), np.emath.log(-1).real, np.core.records.fromarrays([[1]], names='a').a, np.lib.function_base.percentile([1, 2], 50), np.lib.arraysetops.unique([1, 1])
