print 1,
print 2, 'a',
print
print 'x\n',
print 'y'
print
