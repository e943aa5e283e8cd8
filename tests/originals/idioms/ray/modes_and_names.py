"""Constants and names at the top of the module in 2017."""
from __future__ import print_function
import ray

print(ray.SCRIPT_MODE, ray.WORKER_MODE, ray.PYTHON_MODE, ray.SILENT_MODE)
for name in ["error_info", "init", "connect", "disconnect", "get", "put", "wait", "remote", "log_event", "log_span",
             "flush_log", "actor", "get_gpu_ids", "get_webui_url", "register_custom_serializer", "global_state"]:
    print(name, hasattr(ray, name))
