def distance((x1, y1), (x2, y2)):
    return ((x1 - x2) ** 2 + (y1 - y2) ** 2) ** 0.5
print distance((0, 0), (3, 4))
def deep(a, (b, (c, d)), e=5):
    return a, b, c, d, e
print deep(1, (2, (3, 4))), deep(1, [2, "xy"], e=0)
print map(lambda (k, v): k * v, [(1, 2), (3, 4)]), sorted({"a": 2, "b": 1}.items(), key=lambda (k, v): v)
class A:
    def move(self, (dx, dy), speed=2):
        return dx * speed, dy * speed
print A().move((1, 2))
