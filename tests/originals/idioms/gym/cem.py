import gym
import numpy as np

class Linear(object):
    def __init__(self, theta):
        self.w = theta[0:-1]
        self.b = theta[-1]
    def act(self, ob):
        y = ob.dot(self.w) + self.b
        return int(y < 0)

def cem(f, th_mean, batch_size, n_iter, elite_frac, initial_std=1.0):
    n_elite = int(np.round(batch_size * elite_frac))
    th_std = np.ones_like(th_mean) * initial_std
    for _ in range(n_iter):
        ths = np.array([th_mean + dth for dth in th_std[None, :] * np.random.randn(batch_size, th_mean.size)])
        ys = np.array([f(th) for th in ths])
        elite_ths = ths[ys.argsort()[::-1][:n_elite]]
        th_mean = elite_ths.mean(axis=0)
        th_std = elite_ths.std(axis=0)
        yield {"ys": ys, "theta_mean": th_mean, "y_mean": ys.mean()}

np.random.seed(0)
env = gym.make("CartPole-v0")
env.seed(0)

def noisy_evaluation(theta):
    agent, total = Linear(theta), 0
    ob = env.reset()
    for t in xrange(100):
        ob, reward, done, _ = env.step(agent.act(ob))
        total += reward
        if done: break
    return total

for i, data in enumerate(cem(noisy_evaluation, np.zeros(5), 10, 4, 0.2)):
    print "Iteration %2i. Episode mean reward: %7.3f" % (i, data["y_mean"])
