class Node(object):
    pass
class Other(object):
    pass
a, b = Node(), Node()
print (a < b) != (b < a), Node() < Other(), Other() < Node(), (a > None), (a < "x"), (a < 1)
import heapq
h = []
for priority in [3, 1, 2, 1]:
    heapq.heappush(h, (priority, Node()))
print [heapq.heappop(h)[0] for i in range(4)]
print len(sorted([Node(), Node(), Node()])), [1, a] < [2, b], (1, a) < (2, b)
