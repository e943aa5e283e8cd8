for a, b in [(1j, 2), (1j, 2j), (1, 2j)]:
    try:
        print a < b
    except TypeError, e:
        print e
print 1j < "a", 1j == 1j, 1j != 2
import datetime
try:
    print datetime.date(2016, 5, 31) < 3
except TypeError, e:
    print e
print datetime.date(2016, 5, 31) < datetime.date(2016, 6, 1)
