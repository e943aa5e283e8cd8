import gym
for name in ("Pong-v0", "Pong-v4", "PongDeterministic-v0", "PongDeterministic-v4", "PongNoFrameskip-v0", "PongNoFrameskip-v4", "Pong-ram-v0",
             "SpaceInvadersNoFrameskip-v4", "SpaceInvadersDeterministic-v4", "CartPole-v0", "CartPole-v1", "MountainCar-v0", "Pendulum-v0"):
    spec = gym.spec(name)
    print name, spec.timestep_limit, spec.tags.get("wrapper_config.TimeLimit.max_episode_steps"), spec.reward_threshold, spec.nondeterministic
