import bisect, heapq
l = [1, 3, 5]
bisect.insort(l, 4)
print l, bisect.bisect(l, 3), heapq.nlargest(2, [3, 1L, 2.5]), heapq.nsmallest(1, "cab")
h = []
for item in [(2, "b"), (1, "z"), (2, "a")]:
    heapq.heappush(h, item)
print h, heapq.heappop(h), [heapq.heappop(h) for _ in h[:]]
