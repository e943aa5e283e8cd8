/* Shared by encoder.c, positions.h and kernels.c: the network's inputs and its outputs. */

#ifndef PONG_PG_PPO_H
#define PONG_PG_PPO_H

#include "../native/rows.h"

/* Twice as fast where the processor has AVX2, and the same bits: no sum changes its order, and nothing is fused. */
#if defined(WIDE)
/* Defined on the command line by a test of the narrow version. */
#elif defined(__x86_64__) && defined(__linux__) && defined(__GLIBC__) && defined(__GNUC__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

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
