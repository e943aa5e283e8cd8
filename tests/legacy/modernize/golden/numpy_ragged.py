import numpy as np

rows = np.array([[1, 2], [3]])
print(len(rows), rows[0])
lengths = np.array([len(row) for row in rows])
print(lengths.mean())
