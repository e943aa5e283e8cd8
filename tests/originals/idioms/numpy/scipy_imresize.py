import numpy as np
from scipy.misc import imresize

frame = (np.arange(210 * 160 * 3) * 7 % 251).astype(np.uint8).reshape(210, 160, 3)
frame[40:100, 30:90] = (144, 72, 17)
small = imresize(frame, (84, 84))
print small.shape, small.dtype, small.sum(), small[20, 20], small[::30, ::30, 0]
grey = np.mean(frame, axis=2)
for interp in ['nearest', 'bilinear', 'bicubic', 'cubic', 'lanczos']:
    out = imresize(grey, (80, 80), interp=interp)
    print interp, out.dtype, out[::20, ::20]
print imresize(grey, 50).shape, imresize(grey, 0.5).shape, imresize(frame[35:195], (80, 80))[::20, ::20, 1]
print imresize(grey, (10, 10), mode='F').dtype, imresize(grey, (4, 4), mode='F').round(3)
print imresize(np.eye(4), (8, 8), interp='nearest')[0], imresize(frame[:, :, 0], (5, 5)), imresize(np.array([[0, 0.5], [1, 0.25]]), (2, 2))
print imresize(frame, (110, 84), interp='bilinear')[18:102, :, :].mean(axis=2)[::20, ::20].round(2)
