# stack: 2017
import numpy as np
import scipy.signal
from scipy.misc import imresize, imsave, imread, logsumexp
from scipy.ndimage.interpolation import zoom

frame = (np.arange(210 * 160) * 7 % 251).astype(np.uint8).reshape(210, 160)
print(imresize(frame, (84, 84))[::20, ::20].tolist(), imresize(frame, 0.25).shape, imresize(frame / 255.0, (5, 5)).tolist())
imsave("a.png", frame)
print((imread("a.png") == frame).all(), round(float(logsumexp([1, 2.0])), 6), zoom(np.arange(4.0), 2, order=1).round(4).tolist())
print(scipy.signal.lfilter([1], [1, -0.99], np.ones(3)).round(6).tolist(), scipy.signal.hanning(3).tolist(), str((frame * -1).dtype))
