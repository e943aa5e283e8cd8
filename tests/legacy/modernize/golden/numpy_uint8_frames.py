import numpy as np

frame = np.array([[200, 100], [50, 255]], dtype=np.uint8)
brighter = frame + 60
difference = frame.astype(np.int) - 300
frame[frame == 144] = 0
print(brighter.dtype, brighter.tolist(), difference.tolist())
total = np.uint8(250) + np.uint8(10)
print(int(total))
