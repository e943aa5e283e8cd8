"""A name may be used before it is declared global; the declaration holds for the whole function."""
x = 1


def assigns_first():
    x = 2
    print "in", x
    global x
    x += 1


def reads_first():
    "text"
    print x
    if True:
        global x
        x = 10
    for x in range(3):
        pass


assigns_first()
print x
reads_first()
print x, reads_first.__doc__
y = 4
global y, z
z = y + 1
print y, z
