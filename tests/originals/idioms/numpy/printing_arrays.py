import numpy as np

print np.arange(5), np.arange(5.0), np.array([1.5, -2]), np.array([[1, 2], [3, 4.5]]), np.array(3), np.array(2.5)
print np.array([1e-10, 1]), np.array([1e10, 1]), np.array([1e20, 1e-20]), np.array([np.nan, np.inf, -1]), np.array([0.1 + 0.2])
print np.linspace(0, 1, 7), np.random.RandomState(0).rand(3), np.float32([0.1, 1.0 / 3]), np.array([True, False])
print np.arange(2000), np.zeros((100, 100)), np.array(['a', 'bc']), np.array([1 + 2j, 0]), np.array([]), np.zeros((0, 3))
print repr(np.arange(3)), repr(np.arange(3.0)), repr(np.float32([1])), repr(np.array([True])), repr(np.array([])), repr(np.uint8([1]))
print repr(np.zeros((2, 0))), repr(np.array([None, 1])), repr(np.array(2.5))
print [np.float64(0.5), np.int64(3), np.bool_(True), np.float32(0.1)], (np.float64(1),), {'a': np.float64(2.5)}
print np.float64(0.1) + 0.2, np.float32(0.1), np.float32(1) / 3, np.float64(1) / 3, np.float64(1e16), np.float64(1e-5), np.float16(0.1)
print repr(np.float64(1) / 3), repr(np.float32(1) / 3), str(np.float64(1) / 3), '%s' % np.float32(0.1), '%r' % np.float64(0.1), str(np.bool_(1))
print np.array2string(np.arange(3.0), precision=2, separator=', '), np.array_str(np.array([1.23456789]), precision=3), np.array_repr(np.arange(2))
print np.arange(12).reshape(3, 4) * 1000.5
