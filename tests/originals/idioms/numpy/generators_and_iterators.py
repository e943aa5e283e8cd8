import numpy as np

print np.array(x for x in range(3)).shape, np.array([x for x in range(3)]), np.sum(x for x in range(5)), np.array(range(3)), np.array(xrange(3))
print np.vstack([x, x] for x in range(2)), np.hstack([[x] for x in range(3)]), np.concatenate([[1], (2, 3)]), np.array(map(float, [1, 2])), np.array(zip([1, 2], [3, 4]))
print np.array({'a': 1}.keys()), np.array({'a': 1}.values()), np.mean({'a': 1, 'b': 3}.values()), np.max([1, 2].__iter__().next()), np.array({1, 2}).shape, np.array(set([1])).dtype
print np.fromiter(xrange(3), float), np.asarray(filter(None, [0, 1, 2])), np.stack(map(np.array, [[1], [2]])), np.random.RandomState(0).choice(range(5)), np.mean(map(len, ['a', 'bb'])), np.zeros(len([1, 2]))
print np.array(iter([1, 2])).shape, np.prod(xrange(1, 4)), np.cumsum(range(3)), np.argmax([0.1, 0.9]), np.median(xrange(5)), np.std(range(4)).round(4)
