import numpy as np

a, b = np.arange(6).reshape(2, 3), np.ones((2, 3))
print np.vstack((a, b)).shape, np.hstack([a, b]).shape, np.dstack((a, b)).shape, np.column_stack([[1, 2], [3, 4]]), np.stack([a, b], axis=-1).shape, np.concatenate((a, b), axis=None).shape if False else 6
print np.expand_dims(a, 0).shape, np.squeeze(a[None]).shape, a.reshape((3, 2)).shape, np.reshape(a, [6]), np.ravel(a, 'F'), a[:, None, :].shape, np.atleast_2d([1]).shape, np.rollaxis(np.zeros((1, 2, 3)), 2).shape
print np.split(np.arange(6), 3), np.array_split(np.arange(5), 2), np.hsplit(a, 3)[0], np.moveaxis(np.zeros((1, 2, 3)), 0, -1).shape, np.swapaxes(a, 0, 1).shape, np.broadcast_to([1, 2], (2, 2)), np.delete([1, 2, 3], 1), np.insert([1, 3], 1, 2)
frames = [np.full((2, 2), k, dtype=np.uint8) for k in range(4)]
print np.array(frames).shape, np.stack(frames, axis=2).shape, np.concatenate([f[None] for f in frames]).max(0), np.maximum(frames[0], frames[3]), np.max(frames, axis=0), np.mean(frames, axis=0)
print np.sum(frames), np.sum(frames, axis=0), np.array(frames).mean(), np.append(frames[0], frames[1], axis=0).shape, np.asarray(frames[1], dtype=np.float32) / 255, np.ascontiguousarray(frames[1].T).flags.contiguous
