import sys
try:
    raw_input("name? ")
except EOFError:
    print "no input"
try:
    input()
except EOFError:
    print "none"
import StringIO
sys.stdin = StringIO.StringIO("hello\n3 / 2\n[1, 2L]\n")
print raw_input(), input() + 1, input(), sys.stdin.readline() == ""
