# stack: 2020
"""Nodes and resources of the cluster."""
import ray

ray.init(num_cpus=3, resources={"Custom": 2})
resources = ray.cluster_resources()
print(resources["CPU"], resources["Custom"], len(ray.nodes()), ray.nodes()[0]["Alive"])
print(sorted(ray.available_resources().items())[0], ray.nodes()[0]["Resources"]["CPU"], ray.get_gpu_ids())
