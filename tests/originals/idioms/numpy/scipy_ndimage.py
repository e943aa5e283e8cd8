import numpy as np
import scipy.ndimage
from scipy import ndimage
from scipy.ndimage.filters import gaussian_filter, uniform_filter
from scipy.ndimage.interpolation import rotate, shift, zoom
from scipy.ndimage.measurements import center_of_mass, label
from scipy.ndimage.morphology import binary_dilation

a = np.arange(16.0).reshape(4, 4)
print zoom(a, 0.5, order=1).round(4), zoom(a, 2, order=0)[0], shift(a, 1)[1].round(4), rotate(a, 90).round(4)[0]
print gaussian_filter(a, 1).round(4)[0], uniform_filter(a, 3).round(4)[0], ndimage.convolve(a, np.ones((2, 2)))[0], ndimage.median_filter(a, 3)[0]
print center_of_mass(a).__len__(), [round(x, 4) for x in center_of_mass(a)], label(a > 7)[1], binary_dilation(a > 14).sum(), ndimage.maximum_filter(a, 2)[0]
print ndimage.measurements.sum(a), ndimage.sobel(a)[0], ndimage.interpolation.affine_transform(a, [1, 1])[0].round(4), scipy.ndimage.zoom(np.arange(64).astype(np.uint8).reshape(8, 8), (0.5, 0.5))
print ndimage.filters.gaussian_filter1d([0, 1.0, 0], 1).round(4), ndimage.morphology.binary_erosion(a > 2).sum(), ndimage.map_coordinates(a, [[0.5], [1.5]], order=1), ndimage.find_objects(label(a > 7)[0])[0][0].start
