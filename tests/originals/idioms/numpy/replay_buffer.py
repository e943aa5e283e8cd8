import random
from collections import deque

import numpy as np

random.seed(1)
np.random.seed(1)
memory = deque(maxlen=4)
for k in range(6):
    memory.append((np.full(2, k, np.uint8), k % 2, float(k), np.full(2, k + 1, np.uint8), k == 5))
batch = [memory[k] for k in np.random.choice(len(memory), 3, replace=False)]
states = np.array([each[0] for each in batch])
rewards = np.array([each[2] for each in batch])
done = np.array([each[4] for each in batch])
targets = rewards + 0.99 * (1 - done) * np.amax(np.random.rand(3, 2), axis=1)
print states, rewards, targets.round(6), np.array(batch).shape, np.array(memory).shape
state_batch, action_batch, reward_batch, next_batch, done_batch = map(np.array, zip(*batch))
print state_batch.dtype, action_batch, reward_batch, next_batch.shape, done_batch, (1 - done_batch) * 0.5
q = np.zeros((3, 2), np.float32)
q[np.arange(3), action_batch] = targets
q[0][1] += 0.1
print q.round(5), q.max(axis=1).dtype, states / 255.0, (states - np.mean(states)).dtype
