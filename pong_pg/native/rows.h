/* Sums of rows of a matrix of float32, for the C files of both algorithms. */

#pragma once

#include <stdint.h>

/* Twice as fast where the processor has AVX2, and the same bits: no sum changes its order, and nothing is fused. */
#if defined(WIDE)
/* Defined on the command line by a test of the narrow version. */
#elif defined(__x86_64__) && defined(__linux__) && defined(__GLIBC__) && defined(__GNUC__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

#define INLINE static inline __attribute__((always_inline))

enum { LANES = 8, LINE = 64 };
typedef float Lanes __attribute__((vector_size(LANES * sizeof(float)), aligned(sizeof(float)), may_alias));
typedef int32_t Masks __attribute__((vector_size(LANES * sizeof(int32_t))));

/* The sum of the products of up to 128 pairs, in the order in which NumPy adds up the products: eight partial sums. */
static inline __attribute__((always_inline)) float sum_of_few(const float *x, const float *y, int64_t n)
{
    float total = 0;
    int64_t i = 0;
    if (n >= LANES) {
        Lanes s = *(const Lanes *)x * *(const Lanes *)y;
        for (i = LANES; i < n - n % LANES; i += LANES) s += *(const Lanes *)(x + i) * *(const Lanes *)(y + i);
        total = ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
    }
    for (; i < n; i++) total += x[i] * y[i];
    return total;
}

/* Of any number of pairs: NumPy's pairwise summation halves what is longer. */
static float sum_of_many(const float *x, const float *y, int64_t n)
{
    if (n <= 128) return sum_of_few(x, y, n);
    int64_t half = n / 2;
    half -= half % 8;
    return sum_of_many(x, y, half) + sum_of_many(x + half, y + half, n - half);
}

static inline __attribute__((always_inline)) float sum_of_products(const float *x, const float *y, int64_t n)
{
    return n <= 128 ? sum_of_few(x, y, n) : sum_of_many(x, y, n);
}

/* The emulator has evicted the rows from the caches: all are prefetched before the first is added. */
static inline void fetch(const void *row, int64_t bytes)
{
    for (int64_t i = 0; i < bytes; i += LINE) __builtin_prefetch((const char *)row + i);
}

static inline void add_row(float *total, const float *row, float sign, int64_t hidden)
{
    if (sign > 0)
        for (int64_t i = 0; i < hidden; i++) total[i] += row[i];
    else
        for (int64_t i = 0; i < hidden; i++) total[i] -= row[i];
}
