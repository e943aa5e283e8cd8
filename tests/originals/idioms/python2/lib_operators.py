import operator
print operator.div(7, 2), operator.div(-7, 2), operator.div(7.0, 2), operator.truediv(7, 2), operator.floordiv(7, 2), operator.__div__(9, 4)
print operator.isCallable(len), operator.sequenceIncludes([1, 2], 2), operator.repeat('ab', 2), operator.getslice('abcdef', 1, 3), operator.isNumberType(1), operator.isSequenceType([]), operator.isMappingType({}), operator.isNumberType('a')
x = [1, 2, 3, 4]; operator.setslice(x, 0, 2, [9]); print x; operator.delslice(x, 0, 1); print x, operator.idiv(9, 2), operator.itemgetter(1)('abc'), operator.attrgetter('real')(2), reduce(operator.div, [100, 3, 2])
print operator.contains('abc', 'b'), operator.concat('a', 'b'), operator.indexOf([1, 2], 2), operator.countOf('aa', 'a'), operator.irepeat([1], 2), operator.methodcaller('upper')('a')
