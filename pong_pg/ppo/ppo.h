/* Shared by encoder.c, positions.h and kernels.c: the network's inputs and its outputs. */

#ifndef PONG_PG_PPO_H
#define PONG_PG_PPO_H

#include "../native/rows.h"

enum { FIRST_ROW = 35, ROW_STEP = 2, COLUMN_STEP = 2, SIDE = 80, WIDTH = 160, WORD = 8 };
enum { PIXELS = SIDE * SIDE, MOST_ACTIONS = 3 };

/* Exponential and logarithm are those of Python's own C library: a compiler may bring others, with other last bits. */
typedef double (*Function)(double);

/* The row of W1 of an input, which is its index, or the index's complement (~index) where the row is subtracted. */
static inline __attribute__((always_inline)) int64_t row_of(int16_t input) { return input < 0 ? ~input : input; }

static inline __attribute__((always_inline)) float output(const float *hidden_layer, const float *head, float bias,
                                                          int64_t hidden)
{
    /* NumPy starts from 0, so that no sum is -0. */
    return (0.0f + sum_of_products(hidden_layer, head, hidden)) + bias;
}

#endif
