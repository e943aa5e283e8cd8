import numpy as np

np.random.seed(11)


def softmax(x):
    e = np.exp(x - np.max(x))
    return e / e.sum()


logits = np.float32([1, 2, 0.5])
p = softmax(logits)
print p.dtype, p.round(5), np.random.choice(3, 5, p=softmax(np.array([1, 2, 0.5]))), np.random.choice(np.arange(3), p=softmax([1, 1, 1.0]))
print np.argmax(np.random.multinomial(1, softmax(np.array([0.0, 1])))), np.random.uniform() < p[0], np.searchsorted(np.cumsum(p), np.random.rand())
onehot = np.zeros(3)
onehot[np.argmax(p)] = 1
eye = np.eye(3)[[0, 2, 1]]
print (onehot - p).round(5), eye, -np.log(p + 1e-8).sum().round(4), (onehot * np.log(p)).sum().dtype, np.random.rand() > 0.5 and 2 or 3
epsilon = 1.0
for k in range(3):
    epsilon *= np.float32(0.5)
print epsilon, type(epsilon) is np.float64
