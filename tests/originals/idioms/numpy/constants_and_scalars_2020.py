# stack: 2020
import numpy as np

x = np.float32(0.1)
print(x + 0.2, x * 3, x / 3, 1 / x, x ** 2, -x, x == 0.1, x < 0.1, 0 < x < 1, float(x), round(float(x), 3), np.float(x))
print(type(x * 1) is np.float64, type(x + x) is np.float32, type(x * np.int64(1)) is np.float64, (np.ones(2, "f4") * x).dtype, (np.ones(2, "f4") * 70000).dtype)
print(np.int8(100) + 100, np.int8(100) + np.int8(20), np.uint8(1) - 2, np.array(5, "u1") * 100, np.uint8(7) / 2, np.uint8(7) // 2, np.uint8(7) % 4, np.uint8(1) << 9)
print(np.percentile(np.arange(5, dtype="f4"), 30), np.median(np.arange(5, dtype="f4")).dtype, np.mean(np.arange(5, dtype="u1")), np.sum(np.float32([0.1, 0.2])), sum(np.float32([0.1, 0.2])))
a = np.arange(6).reshape(2, 3)
print(a == None, a == [1, 2, 3], bool(a.size), [int(v) for v in a.flat if v], a[tuple([slice(None), 1])], a.ptp(), a.clip(1, 3).tolist(), np.isin(3, a))
