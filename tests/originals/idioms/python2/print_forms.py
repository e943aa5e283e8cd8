print
print "a", "b",
print "c"
print "x\n",
print "y"
print ("a", 1), ("b")
print "tab\t", "after"
print "%d%%" % 50, 'it''s', "a" "b"
import sys
print >>sys.stdout, "to stdout", 1
print >>sys.stdout
print >>None, "none"
print >>sys.stdout, "no newline",
print >>sys.stdout, "more"
print 1,; print 2,; print
print "a", ; sys.stdout.write("b\n")
print "c"
print(1), (2)
print (1) + (2), -1, not 1, [1] * 2
