import copy
class Env:
    def __init__(self):
        self.board = [[0, 1], [2, 3]]
        self.score = 0L
e = Env()
c, d = copy.copy(e), copy.deepcopy(e)
e.board[0][0] = 9
print c.board, d.board, d.score, isinstance(d, Env)
x = {"k": [1, 2], 3: set([4])}
y = copy.deepcopy(x)
x["k"].append(5)
print x, y, x == y, copy.copy((1, [2])), copy.deepcopy([x, x])[0] == x
