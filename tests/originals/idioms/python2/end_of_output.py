print "first"
print "no newline at the end",
