print True + 1, True == 1, [1, 2][True], None == 0, None == False, bool(""), bool("0"), bool([]), bool(0.0), not 1, True and 0 or "x", None or 0
print isinstance(True, int), type(True), str(True), repr(None), None is None, 1 == 1.0 == True, sum([True, True]), True & False, True ^ True, min(True, 2)
print [x for x in (0, "", None, [], {}, 0L, 0j, set(), (), u"") if x], {True: 1, 1: 2, 1.0: 3}, cmp(True, 1), max(None, False)
