import numpy as np

np.random.seed(3)
memory = [[1, 2, 3], [4], [5, 6]]
np.random.shuffle(memory)
print memory
print np.random.permutation(memory)
print np.random.choice(memory)
print np.random.choice(memory, 2)
batch = [(np.zeros(2), 1, 0.5, np.ones(2), False), (np.ones(2), 0, 1.5, np.ones(2), True)]
picked = np.array(batch)
print picked.shape, picked[:, 2], picked[1, 0], picked.dtype
picked = np.array(batch)[np.random.choice(2, 3)]
print picked.shape, np.vstack(picked[:, 0]).shape, picked[:, 1].astype(int)
states, actions = zip(*[(np.zeros((2, 2)), 1), (np.ones((2, 2)), 2)])
print np.array(states).shape, np.array(actions)
np.save('a.npy', memory)
print [list(x) for x in np.load('a.npy', allow_pickle=True)]
