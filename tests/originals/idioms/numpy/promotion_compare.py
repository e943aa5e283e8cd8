import numpy as np

x = np.float32(0.1)
print x == 0.1, x < 0.1, x > 0.1, x != 0.1, x <= 0.1, 0.1 >= x, 0 < x < 0.1, 0.1 < x < 0.2
a = np.array([0.1, 0.2, 0.3], np.float32)
print a == 0.1, a == np.float64(0.1), a < np.float64(0.1), a >= np.float64(0.3), np.float64(0.2) == a
print np.equal(a, np.float64(0.1)), np.greater(x, 0.1)
u = np.arange(5).astype(np.uint8)
print u < 300, u > -1, u == 256, u == -1, (u == 2) | (u > 300)
print np.float32(16777216) == 16777217, np.float16(0.1) == 0.1
print np.int8(-1) < np.uint8(1), np.uint64(1) > -1, np.int64(2 ** 62) == 2.0 ** 62
