graph = {"A": set(["B", "C"]), "B": set(["D"]), "C": set(["D", "E"]), "D": set(["F"]), "E": set(["F"]), "F": set()}
def search(start):
    seen, queue, order = set(), [start], []
    while queue:
        node = queue.pop(0)
        if node in seen: continue
        seen.add(node)
        order.append(node)
        queue.extend(graph[node] - seen)
    return order
print search("A"), graph["A"] | graph["C"], graph["A"] & graph["C"]
def paths(a, b, path=()):
    if a == b: return [path + (b,)]
    return [p for n in graph[a] for p in paths(n, b, path + (a,))]
print paths("A", "F")
print graph
