import numpy as np

codes = ['?', 'i1', 'u1', 'i2', 'u2', 'i4', 'u4', 'i8', 'u8', 'f2', 'f4', 'f8', 'c8', 'c16']
for code in codes:
    array = np.ones(3, code)
    print code, [str((array * np.dtype(other).type(3)).dtype) for other in codes]
    print code, [str((np.array(3, other) + array).dtype) for other in codes]
for code in codes[1:]:
    array = np.ones(3, code)
    print code, [str((array + np.int64(v)).dtype) for v in (-1, 200, 300, 70000, 2 ** 40)],
    print [str((array + np.float64(v)).dtype) for v in (0.1, 1e5, 1e100)]
