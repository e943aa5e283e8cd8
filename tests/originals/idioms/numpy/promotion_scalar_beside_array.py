import numpy as np

values = [True, 0, 1, 100, 127, 128, 200, 255, 256, 300, 32767, 40000, 65536, 70000, 2 ** 24 + 1, 2 ** 31, 2 ** 32,
          2 ** 40, 2 ** 63, -1, -128, -129, -200, -40000, -2 ** 31 - 1, 0.5, 1e5, 1e39, -1e39, float('inf'), float('nan'), 1j]
for code in ['?', 'i1', 'u1', 'i2', 'u2', 'i4', 'u4', 'i8', 'u8', 'f2', 'f4', 'f8', 'c8', 'c16']:
    array = np.ones(2, code)
    print code, [str((array * value).dtype) for value in values]
    print code, [str((value + array).dtype) for value in values]
