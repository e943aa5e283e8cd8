import numpy as np

total = np.uint8(0)
for pixel in np.array([200, 100, 250], np.uint8):
    total += pixel
print total, type(total) is np.uint8
total = 0
for pixel in np.array([200, 100, 250], np.uint8):
    total += pixel
print total, type(total) is np.int64
count = np.array([200, 100], np.uint8)
print count[0] + count[1], int(count[0]) + count[1], count.sum(), count[0] * 2, count[0] - 201, np.mean(count), count.cumsum(), count + count, count * count, count.dot(count)
print (count[0] + 100) / 2, (count[0] + count[1]) / 2, count[0] / 3, count / 7.0, -count, np.abs(np.int8([-128])), count - 1 > 0, (count - 150) > 0, count.astype(int) - 150
print np.int32(2 ** 31 - 1) + 1, np.int32(2 ** 31 - 1) + np.int32(1), np.arange(3, dtype=np.int32) * 2 ** 31, (np.arange(3, dtype=np.int32) * 2 ** 31).dtype, np.int64(2) ** 63, 2 ** np.int64(62)
