import gym
from gym import spaces
from gym.utils import seeding

class Walk(gym.Env):
    metadata = {"render.modes": ["human", "ansi"], "video.frames_per_second": 4}
    def __init__(self):
        self.action_space = spaces.Discrete(2)
        self.observation_space = spaces.Box(-10, 10, (1,))
        self._seed()
    def _seed(self, seed=None):
        self.np_random, seed = seeding.np_random(seed)
        return [seed]
    def _step(self, action):
        self.x += (1 if action else -1) + self.np_random.uniform(-0.1, 0.1)
        return self.x, -abs(self.x), abs(self.x) > 3, {}
    def _reset(self):
        self.x = self.np_random.uniform(-1, 1)
        return self.x
    def _render(self, mode="human", close=False):
        if close:
            return
        print "x = %.4f" % self.x

env = Walk()
print map(int, env.seed(3)), env
env.reset()
env.render()
done = False
while not done:
    ob, reward, done, info = env.step(1)
    env.render()
env.close()
