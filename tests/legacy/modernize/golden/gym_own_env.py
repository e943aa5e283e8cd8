import gym
from gym import spaces
from gym.utils import seeding


class GuessingGame(gym.Env):
    metadata = {'render.modes': ['human']}

    def __init__(self):
        self.action_space = spaces.Discrete(10)
        self.observation_space = spaces.Discrete(3)
        self._seed()
        self._reset()

    def _seed(self, seed=None):
        self.np_random, seed = seeding.np_random(seed)
        return [seed]

    def _step(self, action):
        done = action == self.number
        return int(action > self.number), float(done), done, {}

    def _reset(self):
        self.number = self.np_random.randint(10)
        return 2


env = GuessingGame()
env.seed(1)
env.reset()
done = False
while not done:
    obs, reward, done, info = env.step(env.action_space.sample())
