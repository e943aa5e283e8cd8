from __future__ import division

def mean(values):
    return sum(values) / len(values)

def describe((low, high), values):
    inside = [v for v in values if low <= v <= high]
    return mean(inside), len(inside) / len(values)

print describe((1, 3), [1, 2, 3, 4])
print apply(max, (3, 4))
