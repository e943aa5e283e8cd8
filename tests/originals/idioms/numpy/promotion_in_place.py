import numpy as np

frame = np.arange(250, 256).astype(np.uint8)
frame += 10
print frame, frame.dtype
frame -= 300
print frame
try:
    frame *= -1
except TypeError as error:
    print 'TypeError'
weights = np.arange(1, 5).astype(np.float32)
weights *= np.float64(0.1)
print [float(w) for w in weights]
weights /= np.sqrt(7)
print [float(w) for w in weights]
weights += 70000
print weights
weights -= np.float64(1) / 3
print [float(w) for w in weights]
small = np.int8([100, 50])
small += 100
print small, small.dtype
number = np.float32(1)
number += 0.1
print number, type(number) is np.float64
total = np.uint8(250)
total += 10
print total, total.dtype
flags = np.array([True, False])
flags |= True
print flags
