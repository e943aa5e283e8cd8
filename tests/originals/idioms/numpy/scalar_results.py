import numpy as np

print type(np.sum([1.5])) is np.float64, type(np.mean([1])) is np.float64, type(np.max([1])) is np.int64, type(np.dot([1], [2])) is np.int64, type(np.random.rand()) is float, type(np.random.randint(3)) is int, type(np.argmax([1])) is np.int64
print type(np.array([1.5])[0]) is np.float64, type(np.array(1.5)[()]) is np.float64, type(np.array([1, 2]).tolist()[0]) is int, type(np.float32(1) + np.float32(2)) is np.float32, type(np.float32(1) + 1) is np.float64, type(1 + np.int32(1)) is np.int64
print type(np.int32(1) + np.int32(1)) is np.int32, type(np.int32(1) * 1.0) is np.float64, type(np.sqrt(np.float32(2))) is np.float32, type(np.sqrt(2)) is np.float64, type(np.exp(np.array(1, 'f4'))) is np.float32, type(np.array(1, 'f4') + 1.0) is np.float64, type(np.float16(1) / 3) is np.float64
print (np.float32(1) / 3), np.float32(1) / np.float32(3), 1 / np.float32(3), np.float32(0.1) * 3, np.float32(0.1) + np.float64(0.2), np.float32(0.1) - 0.1, np.float32(16777216) + 1, np.float16(0.1) + 0, np.int8(127) + 1, np.uint8(0) - 1, np.uint8(5) - np.uint8(6)
print np.uint64(5) + 1, np.uint64(2 ** 63) - 1, np.int8(-128) * -1, np.int16(300) * 300, abs(np.int8(-128)), -np.uint8(5), ~np.uint8(5), np.uint8(5) << 6, np.uint8(255) >> 1, np.int8(5) ** 5, np.float32(2) ** 0.5, 7 // np.uint8(2), np.uint8(7) % 4, divmod(np.uint8(7), np.uint8(2))
