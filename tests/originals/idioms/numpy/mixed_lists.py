import numpy as np

f = np.float32([1, 2])
print (f + [1, 2]).dtype, (f * [0.5, 1]).dtype, (f + np.array(1)).dtype, (f + np.array([1])).dtype, ([1, 2] + f).dtype, (f * (1, 2)).dtype, np.uint8(3) * [100, 200]
print f * np.array(0.1), (f * np.array([0.1])).dtype, np.array([f, [1, 2]]).dtype, np.array([np.float32(1), 2.0]).dtype, np.array([np.uint8(1), 300]), np.array([np.float32(1), np.float32(2)]).dtype, np.concatenate([f, [0.5]]).dtype
print np.array([1, 2.5, True]), np.array([1, 2 ** 40]).dtype, np.array([2 ** 63]).dtype, np.array([2 ** 64]).dtype, np.array([1, None]).dtype, np.array([np.int8(1), np.uint8(2)]).dtype, np.array([True, 2]).dtype
print [1, 2] * 2, [1] + list(f), np.add([1, 2], np.float32(1)).dtype, np.multiply(np.float32(2), 3), np.maximum(0, f).dtype, np.maximum(0.5, f), np.minimum(f, [1.5, 1.5]).dtype, np.power(2, f).dtype, np.power(f, 2).dtype, 2 ** f
