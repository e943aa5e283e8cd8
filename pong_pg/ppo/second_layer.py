"""The second hidden layer: from the outputs of the first to those of the network, and back.

The outputs of the first hidden layer, a row each of `Weights.heads`, are those of the network with one hidden layer, a,
and after them the inputs of the second layer's units, b:

    a, b = h heads' + biases,  g(x) = a + max(0, b) second_heads'

So there is a connection past the second layer, as in residual networks (He et al. 2016). Numbers are added up in a
fixed order, as by the kernels.
"""

from __future__ import annotations

import numpy as np

from pong_pg.ppo.network import Array


def second_forward(outputs: Array, second_heads: Array) -> tuple[Array, Array]:
    """Return the second hidden layer after the ReLU, (n, second_hidden), and the outputs g(x), (n, actions + 1).

    Args:
        outputs: (n, actions + 1 + second_hidden), of the first hidden layer.
        second_heads: (actions + 1, second_hidden), at least one unit.
    """
    count = len(second_heads)
    second_layers = np.maximum(outputs[:, count:], 0)
    added = [np.add.reduce(second_layers * head, axis=1) for head in second_heads]
    return second_layers, outputs[:, :count] + np.stack(added, axis=1)


def second_backward(d_outputs: Array, second_layers: Array, second_heads: Array) -> tuple[Array, Array]:
    """Return the gradient with respect to the outputs of the first hidden layer, and that of `second_heads`.

    Args:
        d_outputs: (n, actions + 1), the gradient with respect to g(x).
        second_layers: (n, second_hidden), from `second_forward`.
        second_heads: (actions + 1, second_hidden).
    """
    d_second_layers = d_outputs[:, :1] * second_heads[0]
    for k in range(1, len(second_heads)):
        d_second_layers += d_outputs[:, k : k + 1] * second_heads[k]
    d_second_layers[second_layers <= 0] = 0
    products = d_outputs[:, :, np.newaxis] * second_layers[:, np.newaxis, :]
    return np.concatenate([d_outputs, d_second_layers], axis=1), np.add.reduce(products, axis=0)
