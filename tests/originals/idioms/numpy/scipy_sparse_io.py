import numpy as np
import scipy.io
import scipy.io.wavfile
import scipy.sparse as sparse
from scipy.sparse import csr_matrix
from scipy.sparse.linalg import spsolve
import scipy.fftpack

s = csr_matrix([[1, 0], [0, 2.0]])
print s.todense(), s.toarray().sum(), s.nnz, (s * s).todense(), s.dot([1, 1]), s.T.shape, sparse.eye(2).toarray(), sparse.coo_matrix(([1, 2], ([0, 1], [0, 1])), shape=(2, 2)).toarray(), sparse.vstack([s, s]).shape
print spsolve(s.tocsc(), [1, 2]), sparse.issparse(s), sparse.diags([1, 2]).toarray(), sparse.hstack([s, s]).toarray()[0], s.getrow(0).toarray(), s[0, 0], s.sum(), s.mean(), sparse.find(s)[2], sparse.isspmatrix_csr(s)
scipy.io.savemat('a.mat', {'x': np.arange(3)})
print scipy.io.loadmat('a.mat')['x'], scipy.fftpack.fft([1, 2, 3, 4]).real.round(4), scipy.fftpack.dct([1, 2.0]).round(4), np.fft.fft([1, 0]).real, np.fft.fftfreq(4)
scipy.io.wavfile.write('a.wav', 8000, np.arange(4).astype(np.int16))
print scipy.io.wavfile.read('a.wav')[1]
