import inspect, functools, copy, heapq, bisect, textwrap, pprint
print inspect.getargspec(lambda a, b=1, *c, **d: a), functools.partial(pow, 2)(3), functools.reduce(lambda a, b: a * b, [1, 2, 3]), functools.cmp_to_key(cmp)(1) < functools.cmp_to_key(cmp)(2)
h = [3, 1, 2]; heapq.heapify(h); print heapq.heappop(h), heapq.nlargest(2, [1, 5, 3]), heapq.nsmallest(1, [4, 2]), list(heapq.merge([1, 3], [2])), heapq.heappushpop(h, 0), bisect.bisect([1, 2, 2, 3], 2), bisect.bisect_left([1, 2, 2], 2)
x = [1, 2, 3]; bisect.insort(x, 2); print x, textwrap.fill('a b c d e f', 5).split('\n'), textwrap.dedent('  a\n  b'), copy.deepcopy({'a': [1]}), pprint.pformat({'b': 1, 'a': [1, 2]})
@functools.wraps(len)
def f(): pass
print f.__name__, inspect.isfunction(f), inspect.getdoc(functools.partial) is not None
