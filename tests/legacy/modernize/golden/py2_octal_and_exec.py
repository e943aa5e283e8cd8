import os
code = "result = 2 ** 5"
exec code
print result, 0755, 0xFFL, 7 // 2, -7 / 2
exec "print result" in {"result": 1}
print map(str, [1, 2]), "%s %r" % ("a", u"b")
