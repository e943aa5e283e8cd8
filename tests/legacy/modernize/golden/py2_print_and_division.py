#!/usr/bin/env python
# Averages of a list of scores, as one wrote it in 2014.
import sys

scores = [3, 4, 8]
total = 0
for score in scores:
    total += score
print "total:", total
print "average:", total / len(scores)          # an integer
print "exact: %.3f" % (float(total) / len(scores))
print >>sys.stderr, "done"
