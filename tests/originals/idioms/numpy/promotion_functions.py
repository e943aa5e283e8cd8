import numpy as np

f = np.array([0.1, 2, 3], np.float32)
u = np.array([1, 200, 255], np.uint8)
for name in ['add', 'subtract', 'multiply', 'divide', 'true_divide', 'floor_divide', 'power', 'maximum', 'minimum',
             'fmax', 'mod', 'arctan2', 'hypot', 'logaddexp', 'copysign', 'remainder', 'equal', 'less']:
    function = getattr(np, name)
    print name, function(f, np.float64(2)).dtype, function(f, 2).dtype, function(u, 100).dtype, function(u, 2.5).dtype,
    print function(np.float32(2), 0.5).dtype, function(u, 300).dtype, function(300, u).dtype
print np.maximum(u, -1), np.add(u, 100), np.multiply(u, 2), np.power(u, 2), np.subtract(100, u)
print np.add.reduce(u), np.multiply.outer(u, 2).dtype, np.add.outer(u, [300]).dtype, np.maximum.accumulate(u)
counts = np.zeros(3, np.uint8)
np.add.at(counts, [0, 0, 2], 300)
print counts
print np.bitwise_and(u, 15), np.left_shift(u, 1), np.left_shift(u, 1).dtype, np.bitwise_or(u, 256)
