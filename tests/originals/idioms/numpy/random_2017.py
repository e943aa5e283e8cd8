# stack: 2017
import numpy as np

np.random.seed(np.int(3))
print(np.random.randint(0, 9, 5).tolist(), [float(x) for x in np.random.rand(2)], np.random.choice([1, 2, 3], 4, p=[0.2, 0.3, 0.5]).tolist())
print(np.random.permutation(6).tolist(), [float(x) for x in np.random.normal(0, 2, 2)], np.random.binomial(5, 0.5, 3).tolist(), np.random.multinomial(3, [0.5, 0.5]).tolist())
deck = list(range(5))
np.random.shuffle(deck)
print(deck, np.random.random_integers(1, 6), np.random.uniform(low=-1, high=1, size=1).tolist(), np.random.standard_normal((1, 2)).tolist(), np.random.exponential(1, 2).tolist())
