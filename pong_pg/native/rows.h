/* Shared by reinforce/forward.c and ppo/network.c: which pixels of a frame the network sees, and sums of rows. */

#ifndef PONG_PG_ROWS_H
#define PONG_PG_ROWS_H

#include <stdint.h>

enum { FIRST_ROW = 35, ROW_STEP = 2, COLUMN_STEP = 2, SIDE = 80, WIDTH = 160, WORD = 8, LINE = 64 };

/* Pairwise summation in NumPy's order: eight partial sums up to 128 numbers, two halves beyond. */
static float sum(const float *x, int64_t n)
{
    if (n < 8) {
        float total = 0;
        for (int64_t i = 0; i < n; i++)
            total += x[i];
        return total;
    }
    if (n <= 128) {
        float s[8];
        int64_t i;
        for (int k = 0; k < 8; k++)
            s[k] = x[k];
        for (i = 8; i < n - n % 8; i += 8)
            for (int k = 0; k < 8; k++)
                s[k] += x[i + k];
        float total = ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
        for (; i < n; i++)
            total += x[i];
        return total;
    }
    int64_t half = n / 2;
    half -= half % 8;
    return sum(x, half) + sum(x + half, n - half);
}

/* The emulator has evicted the rows from the caches: all are prefetched before the first is added. */
static inline void fetch(const void *row, int64_t bytes)
{
    for (int64_t i = 0; i < bytes; i += LINE)
        __builtin_prefetch((const char *)row + i);
}

static inline void add_row(float *total, const float *row, float sign, int64_t hidden)
{
    if (sign > 0)
        for (int64_t i = 0; i < hidden; i++)
            total[i] += row[i];
    else
        for (int64_t i = 0; i < hidden; i++)
            total[i] -= row[i];
}

#endif
