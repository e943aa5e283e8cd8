/* Sums over groups of rows, a block of hidden units at a time: see learner.c. */

#pragma once

#include <stdint.h>
#include <string.h>

#include "../native/rows.h"

/* Hidden units at a time: that much of the sums of a minibatch's groups, some 3,000, goes into the level 2 cache. */
enum { BLOCK = 64, REGISTERS = BLOCK / LANES };
/* Rows and observations that lie apart are prefetched when so many others come before them: the processor can't guess
   where they are. */
enum { AHEAD = 8 };

/* Lists of numbers, one after another. */
typedef struct {
    const int32_t *items;
    const int64_t *ends; /* where each list ends */
    int64_t count;       /* how many lists there are */
} Lists;

/* Some hidden units of a row, at most BLOCK, in registers. Functions with a `width` are compiled for BLOCK by itself. */
INLINE void load(Lanes *block, const float *row, int64_t width)
{
    if (width == BLOCK)
        for (int k = 0; k < REGISTERS; k++) block[k] = ((const Lanes *)row)[k];
    else {
        memset(block, 0, BLOCK * sizeof *row);
        memcpy(block, row, width * sizeof *row);
    }
}

INLINE void store(float *row, const Lanes *block, int64_t width)
{
    if (width == BLOCK)
        for (int k = 0; k < REGISTERS; k++) ((Lanes *)row)[k] = block[k];
    else memcpy(row, block, width * sizeof *row);
}

/* For each list, the sum of the rows of W1 that it names, in its order: `width` numbers of each. */
INLINE void add_lists(Lists lists, const float *W1, int64_t hidden, int64_t width, float *sums)
{
    const int64_t total = lists.count ? lists.ends[lists.count - 1] : 0;
    for (int64_t j = 0, i = 0; j < lists.count; j++) {
        const int64_t end = lists.ends[j];
        Lanes sum[REGISTERS], row[REGISTERS];
        for (int64_t k = i; k < end && k + AHEAD < total; k++)
            fetch(W1 + lists.items[k + AHEAD] * hidden, width * sizeof *W1);
        load(sum, W1 + lists.items[i] * hidden, width);
        for (i++; i < end; i++) {
            load(row, W1 + lists.items[i] * hidden, width);
            for (int k = 0; k < REGISTERS; k++) sum[k] += row[k];
        }
        store(sums + j * BLOCK, sum, BLOCK);
    }
}

/* Add the sums of each list to the rows of a matrix that it names: `width` numbers of each. */
INLINE void spread_lists(Lists lists, const float *sums, int64_t width, float *dW1, int64_t hidden)
{
    const int64_t total = lists.count ? lists.ends[lists.count - 1] : 0;
    for (int64_t j = 0, i = 0; j < lists.count; j++)
        for (Lanes row[REGISTERS]; i < lists.ends[j]; i++) {
            if (i + AHEAD < total) fetch(dW1 + lists.items[i + AHEAD] * hidden, width * sizeof *dW1);
            load(row, dW1 + lists.items[i] * hidden, width);
            for (int k = 0; k < REGISTERS; k++) row[k] += ((const Lanes *)(sums + j * BLOCK))[k];
            store(dW1 + lists.items[i] * hidden, row, width);
        }
}

/* A block of the hidden layer after the ReLU. `sums`, (groups, BLOCK), has the sum of each group's rows. */
INLINE void add_inputs(float *hidden_layer, int64_t width, const float *sums, const int32_t *inputs, int64_t count)
{
    Lanes total[REGISTERS];
    for (int k = 0; k < REGISTERS; k++) total[k] = (Lanes){0};
    for (int64_t i = 0; i < count; i++)
        if (inputs[i] >= 0)
            for (int k = 0; k < REGISTERS; k++) total[k] += ((const Lanes *)(sums + inputs[i] * BLOCK))[k];
        else
            for (int k = 0; k < REGISTERS; k++) total[k] -= ((const Lanes *)(sums + ~inputs[i] * BLOCK))[k];
    for (int k = 0; k < REGISTERS; k++)
        /* NaN stays NaN; a comparison of vectors is all ones where it is true. */
        total[k] = (Lanes)((Masks)total[k] & ~(total[k] < 0));
    store(hidden_layer, total, width);
}

/* Add a block of a hidden layer's gradient to the sums of the groups among the inputs. */
INLINE void add_to_groups(float *sums, const float *d_hidden_layer, const int32_t *inputs, int64_t count)
{
    Lanes parts[REGISTERS];
    load(parts, d_hidden_layer, BLOCK);
    for (int64_t i = 0; i < count; i++)
        if (inputs[i] >= 0)
            for (int k = 0; k < REGISTERS; k++) ((Lanes *)(sums + inputs[i] * BLOCK))[k] += parts[k];
        else
            for (int k = 0; k < REGISTERS; k++) ((Lanes *)(sums + ~inputs[i] * BLOCK))[k] -= parts[k];
}
