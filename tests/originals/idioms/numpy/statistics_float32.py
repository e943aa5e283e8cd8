import numpy as np

x = np.random.RandomState(1).randn(1000).astype(np.float32)
print x.mean().dtype, '%.5f' % x.mean(), '%.5f' % x.std(), x.sum().dtype, '%.3f' % x.sum(), '%.5f' % np.median(x), np.median(x).dtype, x.var(ddof=1).dtype
normalised = (x - x.mean()) / (x.std() + 1e-8)
print normalised.dtype, '%.4f' % normalised.std(), (x * x.mean()).dtype, (x - x.mean() * 1.0).dtype, type(x.mean() * 1.0) is np.float64, (x / len(x)).dtype, (x.sum() / len(x)).dtype
print np.percentile(x, 50).dtype, np.average(x, weights=np.ones(1000)).dtype, np.cumsum(x).dtype, np.exp(x).dtype, np.linalg.norm(x).dtype, np.dot(x, x).dtype, np.outer(x[:2], [1, 2]).dtype, np.histogram(x, 3)[0].sum()
print np.float32(3).item().__class__ is float, x.max().dtype, (x.max() - x.min()).dtype, (x.max() + 1e-8).dtype, np.clip(x, -1, 1).dtype, np.sign(x).dtype, np.round(x, 2).dtype, (x > 0).mean(), np.mean(x > 0).dtype, (x ** 2).dtype, (2 ** x).dtype, (x ** 0.5)[:0].dtype
