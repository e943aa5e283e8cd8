import numpy as np

for seed in [0, 5, 2 ** 32 - 1, [1, 2], np.array([3, 4]), (5, 6), np.int64(7), np.uint32(8)]:
    np.random.seed(seed)
    print np.random.rand(1), np.random.randint(100)
r = np.random.RandomState(4)
print r.rand(1), r.randn(1), r.randint(9), r.choice(4), r.permutation(4), r.uniform(1, 2, 1)
state = np.random.get_state()
x = np.random.rand()
np.random.set_state(state)
print state[0], state[1][:3], state[2:] , x == np.random.rand()
print np.random.RandomState(np.random.RandomState(1).randint(2 ** 31 - 1)).rand(1)
