import numpy as np

a = np.arange(6.0).reshape(2, 3)
print np.einsum('ij,kj->ik', a, a), np.einsum('ii', np.eye(3)), np.tensordot(a, a.T, 1), a.dot(a.T), np.trace(a.dot(a.T))
m = np.array([[2.0, 1], [1, 3]])
print np.linalg.inv(m).round(4), np.linalg.det(m).round(4), np.linalg.norm(m).round(4), np.linalg.solve(m, [1, 2]).round(4), np.linalg.eigh(m)[0].round(4)
x, residuals, rank, s = np.linalg.lstsq([[1.0, 1], [1, 2], [1, 3]], [1, 2, 2.0])
print x.round(4), residuals.round(4), rank, s.round(4)
print np.linalg.matrix_rank(m), np.linalg.matrix_power(m, 2), np.linalg.norm([3, 4], ord=1), np.linalg.norm(a, axis=1).round(4), np.linalg.pinv(m).round(4)
u, s, v = np.linalg.svd(m)
print s.round(4), abs(u).round(4), np.linalg.cholesky(m).round(4), np.linalg.qr(m)[1].round(4).shape, np.linalg.cond(m).round(4)
q = np.matrix([[1, 2], [3, 4]])
print q * q, q.T, q.I.round(3), q[0], q.A1, q ** 2, np.multiply(q, q), q.A, (q * 2).sum(), q[:, 0].shape, np.bmat([[q, q]]).shape
try:
    np.linalg.inv(np.zeros((2, 2)))
except np.linalg.LinAlgError as e:
    print e
print np.linalg.slogdet(m)[1].round(4), np.linalg.tensorsolve(np.eye(2), [1, 2])
