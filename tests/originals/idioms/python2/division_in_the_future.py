from __future__ import division
class Both(object):
    def __div__(self, other):
        return "div"
    def __truediv__(self, other):
        return "truediv"
print Both() / 1, 7 / 2, 7 // 2, 4 / 2
x = 7
x /= 2
print x
