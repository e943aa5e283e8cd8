from __future__ import print_function
print("a", 0.1 + 0.2, [2 ** 64], set([1]), sep=" | ")
print("no", end="; ")
print(1.1 * 3, type(1), ValueError("x"), repr(ValueError("x")))
print()
exec "print('in exec', 7 / 2)"
