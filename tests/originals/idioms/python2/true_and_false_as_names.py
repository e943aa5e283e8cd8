def old_truth():
    global True, False
    return True, False
print old_truth()
True = 0
print True, 1 == 1, not True, bool(1)
True, False = 1, 0
print True, False, [x for x in (True, False)]
