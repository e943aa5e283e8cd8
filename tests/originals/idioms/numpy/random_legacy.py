import numpy as np

np.random.seed(7)
print [np.random.rand(2), np.random.randn(2), np.random.randint(10), np.random.randint(0, 5, 4), np.random.randint(3, size=(2, 2))]
print [np.random.uniform(-1, 1), np.random.uniform(), np.random.random(), np.random.random_sample(2), np.random.normal(0, 0.1, 2)]
print [np.random.choice(5), np.random.choice([1, 2, 3], 2), np.random.choice(3, p=[0.2, 0.3, 0.5]), np.random.choice(4, 3, replace=False)]
print [np.random.permutation(5), np.random.permutation([3, 4, 5]), np.random.binomial(10, 0.5), np.random.poisson(3), np.random.exponential(2)]
a = np.arange(6)
np.random.shuffle(a)
print [a]
b = range(6)
np.random.shuffle(b)
print [b, np.random.multinomial(10, [0.2, 0.8]), np.random.beta(1, 2), np.random.gamma(2), np.random.dirichlet([1, 1])]
print [np.random.random_integers(1, 6, 5), np.random.random_integers(3), np.random.bytes(3) == 'x', np.random.standard_normal(2)]
m = np.arange(6).reshape(3, 2)
np.random.shuffle(m)
print [m, np.random.laplace(), np.random.geometric(0.3), np.random.lognormal(), np.random.multivariate_normal([0, 0], [[1, 0], [0, 1]])]
print [np.random.randint(0, 255, 3).astype(np.uint8), np.random.randint(0, 2 ** 40), np.random.randint(0, 255, 3, dtype=np.uint8), type(np.random.randint(3)) is int]
