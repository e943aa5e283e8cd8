import gym
from gym.envs.registration import register

register(
    id='CartPoleLong-v0',
    entry_point='gym.envs.classic_control:CartPoleEnv',
    tags={'wrapper_config.TimeLimit.max_episode_steps': 500},
    reward_threshold=475.0,
)
env = gym.make('CartPoleLong-v0')
print(env.spec.id, env.reset().shape)
