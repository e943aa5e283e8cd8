import numpy as np
import scipy.integrate
import scipy.interpolate
import scipy.linalg
import scipy.optimize
import scipy.spatial.distance
from scipy import linalg
from scipy.integrate import cumtrapz, odeint, quad, simps, trapz

m = np.array([[2.0, 1], [1, 3]])
print linalg.inv(m).round(4), linalg.solve(m, [1, 2]).round(4), linalg.norm(m).round(4), linalg.expm(np.zeros((2, 2))), round(linalg.det(m), 4), linalg.eigvalsh(m).round(4), linalg.pinv(m).round(4), linalg.toeplitz([1, 2]), linalg.block_diag([1], [2])
print trapz([1, 2, 3]), simps([1, 2, 3], dx=0.5), cumtrapz([1, 2, 3]), cumtrapz([1, 2, 3], initial=0), round(quad(lambda x: x ** 2, 0, 1)[0], 6), odeint(lambda y, t: -y, 1, [0, 1.0]).round(4)
print scipy.optimize.minimize(lambda x: (x[0] - 1) ** 2, [0.0]).x.round(4), scipy.optimize.fmin(lambda x: (x - 2) ** 2, 0, disp=False).round(3), round(scipy.optimize.brentq(lambda x: x - 0.5, 0, 1), 6), scipy.optimize.curve_fit(lambda x, a: a * x, [1, 2.0], [2, 4.0])[0].round(4), scipy.optimize.fmin_l_bfgs_b(lambda x: ((x - 1) ** 2).sum(), [0.0], approx_grad=True)[0].round(4)
print scipy.optimize.linear_sum_assignment([[1, 2], [2, 1]]), scipy.interpolate.interp1d([0, 1], [0, 10])(0.5), scipy.spatial.distance.cdist([[0, 0]], [[3, 4]]), scipy.spatial.distance.euclidean([0, 0], [3, 4]), scipy.optimize.leastsq(lambda x: x - 3, 0)[0].round(4)
