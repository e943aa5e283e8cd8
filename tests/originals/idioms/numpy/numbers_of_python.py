import math

import numpy as np

x = np.float32(2.5)
print math.sqrt(x), round(x), int(x), float(np.float32(0.1)), x * 2 == 5, divmod(np.int64(7), 2), pow(np.float64(2), 3), abs(np.int8(-5))
print isinstance(np.float64(1), float), isinstance(np.int64(1), int), isinstance(np.float32(1), float), isinstance(np.bool_(1), int), isinstance(3, np.integer), np.isreal(3), np.isscalar(np.float32(1))
print np.int64(5) / 2, np.int64(5) // 2, 5 / np.int64(2), np.float32(5) / 2, -np.int64(5) / 2, np.int64(-5) % 3, np.int64(2) ** 3, np.int64(2) ** 0.5, 2 ** np.arange(3), np.arange(3) ** 2, np.arange(1, 3) ** -1.0
print '%d' % np.float32(3.7), '%s' % np.int64(3), '{:.2f}'.format(np.float32(1.005)), '{}'.format(np.float64(0.1)), '%5.1f|' % np.float64(2.25), 'x' * np.int64(2), [0] * np.int64(2), range(np.int64(3))
print hash(np.int64(5)) == hash(5), {np.int64(1): 'a'}[1], np.float64(1) in [1], np.int64(3) in set([3]), sorted([np.float32(2), 1]) == [1, 2], max(np.float32(1), 2), sum([np.int64(1), 2]), np.int64(2) == 2.0, cmp(np.int64(1), 2)
print np.int64(2 ** 62) * 2 == -2 ** 63, np.int64(3).dtype, type(np.int64(3) + 1) is np.int64, type(3 * np.float64(1)) is np.float64, np.float64(3).is_integer(), np.float64('1.5'), np.int64('3'), np.float32(1e-10) == 1e-10
