# A script that mixes tabs and spaces, and has comments everywhere.
def  odd( a,b ) :
	# sum
	c = a+b   # add
	print 'c is %d' % c  ;  return c

x = odd( 1,
         2 )  # over two lines

if x == 3 : print "three" ; print "really"
else :
	print "not three"
