import numpy as np

codes = ['?', 'i1', 'u1', 'i2', 'u2', 'i4', 'u4', 'i8', 'u8', 'f2', 'f4', 'f8', 'c8', 'c16']
for code in codes:
    scalar = np.dtype(code).type(3)
    print code, [str(np.asarray(scalar * other).dtype) for other in (True, 2, 300, 0.5, 1j)],
    print [str(np.asarray(np.array(3, code) + other).dtype) for other in (True, 2, 300, 0.5, 1j)],
    print [str((scalar * np.dtype(other).type(2)).dtype) for other in codes]
print np.uint8(200) + 100, np.uint8(200) + np.uint8(100), np.int8(100) * 2, -np.uint8(1), np.float32(0.1) + 0.2
