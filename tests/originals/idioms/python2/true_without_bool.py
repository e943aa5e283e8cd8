try:
    True
except NameError:
    True, False = 1, 0
print True, False, True == 1, isinstance(True, int)
while True:
    print "once"
    break
