import numpy as np

print np.uint8(300), np.uint8(-1), np.int8(200), np.int16(70000), np.uint16(-1), np.int32(2 ** 31), np.uint32(-1)
print np.array([300, -1, 5], dtype=np.uint8), np.array([[1, 256]], np.uint8), np.full(2, 300, np.uint8), np.asarray([-1], 'u2')
a = np.zeros(3, np.uint8)
a[0] = 300
a[1:] = -1
print a
a.fill(257)
print a
a[:] = [256, 257, 258]
print a
a.itemset(0, 511)
print a, np.full_like(a, -2), np.array(300).astype(np.uint8), np.uint8(np.int64(300)), np.ones(2, np.int8) * 200
np.put(a, [0], 256)
np.place(a, a == 1, [259])
np.putmask(a, a == 2, 260)
print a, np.insert(a, 0, 300), np.append(a, 300), np.where(a > 3, 255, 0).astype(np.uint8)
print np.arange(250, 256, dtype=np.uint8), np.array([1.9, -1.9]).astype(int), np.array([True]).astype(np.uint8)
