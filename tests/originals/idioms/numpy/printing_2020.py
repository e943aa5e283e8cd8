# stack: 2020
import numpy as np

print(np.arange(5), np.arange(5.0), np.array([1.5, -2]), np.array([[1, 2], [3, 4.5]]), np.array(3), np.array(2.5))
print(np.array([True, False]), np.linspace(0, 1, 5), np.float32([0.1, 1.0 / 3]), np.array([np.nan, 1.0]), np.array([1e-10, 1]))
print(repr(np.arange(3.0)), repr(np.zeros((2, 2))), repr(np.array(2.5)), np.float32(0.1), np.float64(1) / 3, np.float(0.5))
print([np.float32(0.1), np.int64(3), np.bool_(True)], (np.float64(0.5),), repr(np.float64(1)), repr(np.str_("a")), repr(np.bool_(0)))
