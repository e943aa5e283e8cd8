import re
import collections
import numpy as np

pattern = re.compile('\d+\s')
if len('abc') is 3:
    print(pattern.findall('1 22 x'))
print(isinstance([], collections.Sequence), np.bool(1))
assert (1 == 1, 'never fails')
