class Pong:
    WIDTH, HEIGHT = 16, 9
    def __init__(self, seed=1):
        self.x, self.y, self.dx, self.dy = 8, 4, 1, 1
        self.left = self.right = self.HEIGHT / 2
        self.score = {"left": 0, "right": 0}
    def step(self):
        self.x += self.dx
        self.y += self.dy
        if not 0 < self.y < self.HEIGHT - 1: self.dy = -self.dy
        if self.x in (1, self.WIDTH - 2):
            paddle = self.left if self.x == 1 else self.right
            if abs(paddle - self.y) <= 1:
                self.dx = -self.dx
            else:
                self.score["right" if self.x == 1 else "left"] += 1
                self.x, self.y = self.WIDTH / 2, self.HEIGHT / 2
        self.left += cmp(self.y, self.left)
        self.right += cmp(self.y, self.right) * (self.x % 2)
    def __str__(self):
        return "ball (%d, %d) paddles %s" % (self.x, self.y, (self.left, self.right))
game = Pong()
for t in xrange(60):
    game.step()
    if t % 20 == 0: print t, game
print game.score, "ratio", game.score["left"] / max(1.0, game.score["right"]), game.score.items()
