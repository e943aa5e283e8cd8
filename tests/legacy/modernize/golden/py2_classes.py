class Stack(object):
    __metaclass__ = type

    def __init__(self, items=[]):
        self.items = list(items)

    def __nonzero__(self):
        return len(self.items) > 0

    def __iter__(self):
        return iter(self.items)

    def next(self):
        return self.items.pop()


class Counting(Stack):
    def __init__(self):
        super(Counting, self).__init__()
        self.pushed = 0L

    def push(self, item):
        self.items.append(item)
        self.pushed += 1


stack = Counting()
stack.push(u"one")
if stack:
    print stack.next(), `stack.pushed`
