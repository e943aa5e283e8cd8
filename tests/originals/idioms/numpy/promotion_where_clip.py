import numpy as np

f = np.array([0.1, 2, 3], np.float32)
u = np.array([1, 200, 255], np.uint8)
print np.where(f > 1, f, 0).dtype, np.where(f > 1, f, np.float64(0.5)).dtype, np.where(f > 1, u, 0).dtype
print np.where(f > 1, u, 300), np.where(f > 1, u, -1).dtype, np.where(f > 1, 1, 0).dtype, np.where(f > 1, 1, 0.0).dtype
print np.where(f > 1, np.float32(1), 0.0).dtype, np.where(f > 1, np.uint8(1), 0).dtype, np.where([True, False], 'a', 'b')
print np.clip(f, 0, 1), np.clip(f, np.float64(0.5), 1.0).dtype, np.clip(u, 10, 100), np.clip(u, 10, 100).dtype
print f.clip(0.5, 2.5), u.clip(2, 100), np.clip(5, 0, 3), np.clip(-0.5, 0, 1), np.clip([1, 5, 9], 2, 6)
print np.select([f > 1], [f], 0.0).dtype, np.choose([0, 1], [f[:2], 1.0]).dtype
print np.result_type(np.uint8, 1), np.result_type(u, 300), np.result_type(f, 1.0), np.result_type(3, np.arange(7, dtype='i1'))
print np.can_cast(100, np.int8), np.can_cast(200, np.int8), np.can_cast(300, 'u1'), np.can_cast('i8', 'f4'), np.can_cast(5.0, 'i8')
print np.append(f, 1.0).dtype, np.append(u, 300), np.concatenate([u, [1]]).dtype, np.dot(f, 2.0).dtype, np.dot(f, f).dtype
print np.sum(u), u.sum(), u.mean(), f.mean().dtype, f.std().dtype, np.cumsum(u), np.prod(u)
