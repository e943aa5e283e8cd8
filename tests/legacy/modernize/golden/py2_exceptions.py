import os

def read(path):
    try:
        handle = open(path)
        return handle.read()
    except IOError, error:
        raise ValueError, "cannot read %s" % path
    finally:
        pass

try:
    read("nosuch.txt")
except (ValueError, KeyError), e:
    print "failed:", e
