# stack: 2020
import numpy as np

x = np.float(0.7) * np.ones(1)[0]
a = np.array([0.2, 0.8])
names = ["lo", "hi"]
print(["a", "b"][x > 0.5], ("n", "y")[a[0] > 0.5], "ab"[x > 1], names[len(names) > 1])
print([names[v > 0.5] for v in a], names[a.max() > 0.5], a[a > 0.5], a[x > 0.5].shape, {True: 1, False: 0}[x > 0.5])
table = [[1, 2], [3, 4]]
print(table[x > 0.5][a[0] > 0.5], [1, 2][np.random.RandomState(1).rand(3)[0] > 0.5])
