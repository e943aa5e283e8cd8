# stack: 2020
import numpy as np

np.random.seed(np.int(7))
print(np.random.rand(2), np.random.randint(0, 5, 4), np.random.choice([1, 2, 3], 2), np.random.permutation(5))
print(np.random.randint(0, 255, 3, dtype=np.uint8), np.random.randint(2, size=3).astype(np.bool), np.random.normal(0, 1, 2))
g = np.random.default_rng(5)
print(g.random(), g.integers(10), g.standard_normal(), g.choice(5), g.permutation(4), g.uniform(1, 2), g.integers(0, 5, 3))
print(np.random.RandomState(np.random.MT19937(3)).rand(), np.random.SeedSequence(4).generate_state(2))
