# stack: 2020
import warnings

import numpy as np

warnings.simplefilter("ignore")
ragged = [[1, 2, 3], [4]]
print(np.array(ragged), np.array(ragged).dtype, np.zeros_like(ragged), np.mean([np.float(1)]), np.sum(ragged))
print(np.concatenate([ragged, [5]]), np.append(ragged, 1), np.stack([ragged, ragged]).shape, np.array([(1, 2), 3]).shape)
np.random.seed(0)
print(np.random.permutation(ragged), np.array([np.zeros(3), np.zeros(2)]).shape, np.asarray([[1], [2, 3]]).shape)
print(np.max(ragged), np.array([[np.zeros(3), 1], [np.ones(3), 2]]).shape)
