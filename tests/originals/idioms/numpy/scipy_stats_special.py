import numpy as np
import scipy.special
import scipy.stats as stats
from scipy.special import expit, softmax

print expit(0.5).round(6), scipy.special.gamma(5), scipy.special.comb(5, 2), scipy.special.factorial(5), scipy.special.erf(0.5).round(6), softmax([1, 2, 3.0]).round(6), scipy.special.logsumexp([1, 2.0]).round(6)
print stats.norm.cdf(1.96).round(6), stats.norm.pdf(0).round(6), stats.norm.ppf(0.975).round(6), stats.zscore([1, 2, 3.0]).round(6), stats.describe([1, 2, 3.0])[2], stats.linregress([1, 2, 3], [2, 4, 6.0])[0]
print stats.ttest_ind([1, 2, 3.0], [2, 3, 4.0])[1].round(6), stats.pearsonr([1, 2, 3.0], [1, 2, 4.0])[0].round(6), stats.entropy([0.5, 0.5]).round(6), stats.sem([1, 2, 3.0]).round(6), stats.rankdata([3, 1, 2])
np.random.seed(0)
print stats.norm.rvs(size=2).round(6), stats.bernoulli.rvs(0.5, size=3), stats.uniform.rvs(size=2), stats.randint.rvs(0, 10, size=3), stats.poisson.rvs(3, size=2), stats.gmean([1, 4.0]), stats.mode([1, 2, 2])[0], round(stats.skew([1, 2, 5.0]), 6), round(stats.moment([1, 2, 3.0], 2), 6)
