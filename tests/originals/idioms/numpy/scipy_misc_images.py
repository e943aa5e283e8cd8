import numpy as np
import scipy.misc
from scipy import misc

frame = (np.arange(20 * 16 * 3) * 5 % 256).astype(np.uint8).reshape(20, 16, 3)
print misc.bytescale(np.array([0, 0.5, 1.0])), misc.bytescale(np.array([1, 2, 3]), low=10, high=20), misc.bytescale(np.float32([-1, 3]))
misc.imsave('a.png', frame)
print (misc.imread('a.png') == frame).all(), misc.imread('a.png', flatten=True)[0, :4].round(3), misc.imread('a.png', mode='L')[0, :4], misc.imread('a.png', True).dtype
misc.imsave('g.png', frame[:, :, 0] / 2.0)
print misc.imread('g.png').shape, misc.imread('g.png')[0]
print misc.imrotate(frame[:, :, 0], 90)[0], misc.imrotate(frame[:, :, 0], 30)[8, ::3], misc.imfilter(frame, 'blur')[5, 5]
image = misc.toimage(frame)
print image.size, image.mode, misc.fromimage(image).shape, misc.toimage(np.eye(3), cmin=0, cmax=2).getpixel((0, 0)), misc.toimage(frame, cmin=0.0, cmax=255).size
misc.toimage(np.linspace(0, 1, 6).reshape(2, 3), cmin=0.0, cmax=1.0).save('f.png')
print misc.imread('f.png'), scipy.misc.comb(5, 2), misc.factorial(4), misc.logsumexp([0.0, 0.0]).round(6), misc.derivative(lambda x: x ** 2, 3.0)
print misc.face().shape if False else 'no face', misc.imresize(frame, 200).shape, misc.imresize(frame, (40, 32), 'nearest')[:2, :2, 0]
print misc.imread('a.png', mode='L').astype(int).sum(), misc.fromimage(image.convert('L')).astype(int).sum()
