import numpy as np

ragged = [[1, 2, 3], [4]]
print np.array(ragged), np.array(ragged).dtype, np.array(ragged).shape
print np.asarray(ragged).shape, np.array(ragged + [[]]).shape, np.array([[1, 2], [3, [4]]]).shape, np.array([1, [2, 3]]).dtype
print np.zeros_like(ragged), np.ones_like(ragged), np.full_like(ragged, 7), np.empty_like(ragged).shape
print np.mean([[1, 2], [3, 4]]), np.sum(ragged), np.shape(ragged), np.ndim(ragged), np.size(ragged), np.copy(ragged).dtype
print np.max(ragged), np.min(ragged), np.argmax(ragged), np.append(ragged, [[1]]), np.ravel(ragged), np.squeeze([ragged]).shape
print np.concatenate([ragged, [5]]), np.hstack([ragged, ragged]).shape, np.vstack([ragged, ragged]).shape, np.stack([ragged, ragged]).shape
print np.array([np.zeros(3), np.zeros(2)]).shape, np.array([np.zeros((2, 2)), np.zeros((3, 2))]).shape, np.array([(1, 2), 3]).shape
print np.where([True, False], ragged, [0, 0]), np.repeat(ragged, 2).shape, np.tile(ragged, 2).shape, np.roll(ragged, 1)
print np.array([{'a': 1}, [2]]).dtype, np.array(['a', [1]]).dtype, np.array([None, [1]]).shape, len(np.array(ragged)[0])
