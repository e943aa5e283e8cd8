/* Learning, where it costs time: the inputs of a batch, forward and backward passes over a minibatch, Adam.

   The rows of W1 that an observation needs are added up in groups: the pixels of a paddle or of everything else that are
   lit, those newly lit, and those gone dark. The rows of a paddle are the same in every observation in which it is there.
   So they are added up once a minibatch, and then an observation's groups instead of its rows: nine instead of sixty.
   Likewise, the gradients of observations are added up for each group, and then those of groups for each row. An input is
   the index of a group, or its complement (~index) where the group is subtracted.

   The order of all additions is fixed by the batch, so the bits do not depend on the number of threads. */

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "../native/rows.h"
#include "inputs.h"

/* Hidden units at a time: that much of the sums of a minibatch's groups, some 3,000, goes into the level 2 cache. */
enum { BLOCK = 64, REGISTERS = BLOCK / LANES };
/* Rows and observations that lie apart are prefetched when so many others come before them: the processor can't guess
   where they are. */
enum { AHEAD = 8 };
/* How many weights a row of W1 shares with others, at most. */
enum { LEVELS = 4 };

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
        for (int k = 0; k < REGISTERS; k++)
            block[k] = ((const Lanes *)row)[k];
    else {
        memset(block, 0, BLOCK * sizeof *row);
        memcpy(block, row, width * sizeof *row);
    }
}

INLINE void store(float *row, const Lanes *block, int64_t width)
{
    if (width == BLOCK)
        for (int k = 0; k < REGISTERS; k++)
            ((Lanes *)row)[k] = block[k];
    else
        memcpy(row, block, width * sizeof *row);
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
            for (int k = 0; k < REGISTERS; k++)
                sum[k] += row[k];
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
            if (i + AHEAD < total)
                fetch(dW1 + lists.items[i + AHEAD] * hidden, width * sizeof *dW1);
            load(row, dW1 + lists.items[i] * hidden, width);
            for (int k = 0; k < REGISTERS; k++)
                row[k] += ((const Lanes *)(sums + j * BLOCK))[k];
            store(dW1 + lists.items[i] * hidden, row, width);
        }
}

/* A block of the hidden layer after the ReLU. `sums`, (groups, BLOCK), has the sum of each group's rows. */
INLINE void add_inputs(float *hidden_layer, int64_t width, const float *sums, const int32_t *inputs, int64_t count)
{
    Lanes total[REGISTERS];
    for (int k = 0; k < REGISTERS; k++)
        total[k] = (Lanes){0};
    for (int64_t i = 0; i < count;) {
        for (; i < count && inputs[i] >= 0; i++)
            for (int k = 0; k < REGISTERS; k++)
                total[k] += ((const Lanes *)(sums + inputs[i] * BLOCK))[k];
        for (; i < count && inputs[i] < 0; i++)
            for (int k = 0; k < REGISTERS; k++)
                total[k] -= ((const Lanes *)(sums + ~inputs[i] * BLOCK))[k];
    }
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
    for (int64_t i = 0; i < count;) {
        for (; i < count && inputs[i] >= 0; i++)
            for (int k = 0; k < REGISTERS; k++)
                ((Lanes *)(sums + inputs[i] * BLOCK))[k] += parts[k];
        for (; i < count && inputs[i] < 0; i++)
            for (int k = 0; k < REGISTERS; k++)
                ((Lanes *)(sums + ~inputs[i] * BLOCK))[k] -= parts[k];
    }
}

/* The hidden layers after the ReLU, and the outputs, of some samples. `members` and `member_ends` list the rows of W1 in
   each group, and `sums` has room for BLOCK numbers of each. */
WIDE void pong_pg_ppo_forward(const float *W1, const float *heads, const float *biases, int64_t hidden, int64_t outputs,
                              const int32_t *inputs, const int64_t *begins, const int64_t *ends, int64_t samples,
                              const int32_t *members, const int64_t *member_ends, int64_t groups, float *sums,
                              float *hidden_layers, float *out)
{
    const Lists rows = {members, member_ends, groups};
    for (int64_t from = 0; from < hidden; from += BLOCK) {
        const int64_t width = hidden - from < BLOCK ? hidden - from : BLOCK;
        if (width == BLOCK)
            add_lists(rows, W1 + from, hidden, BLOCK, sums);
        else
            add_lists(rows, W1 + from, hidden, width, sums);
        for (int64_t n = 0; n < samples; n++)
            add_inputs(hidden_layers + n * hidden + from, width, sums, inputs + begins[n], ends[n] - begins[n]);
    }
    for (int64_t n = 0; n < samples; n++)
        for (int64_t k = 0; k < outputs; k++)
            out[n * outputs + k] = sum_of_products(hidden_layers + n * hidden, heads + k * hidden, hidden) + biases[k];
}

/* The gradient with respect to W1 and the heads, from that with respect to the outputs, for the hidden units `from` to
   `to` - 1: threads compute different ones side by side. `rows` lists the rows of W1 that are in a group; others of `dW1`
   are left as they were. The rest is as for `forward`. */
WIDE void pong_pg_ppo_backward(const float *heads, int64_t hidden, int64_t outputs, const int32_t *inputs,
                               const int64_t *begins, const int64_t *ends, int64_t samples, const float *hidden_layers,
                               const float *d_out, const int32_t *members, const int64_t *member_ends, int64_t groups,
                               const int32_t *rows, int64_t count, float *sums, float *dW1, float *d_heads, int64_t from,
                               int64_t to)
{
    const Lists rows_of_groups = {members, member_ends, groups};
    float d_hidden_layer[BLOCK] = {0};
    for (; from < to; from += BLOCK) {
        const int64_t width = to - from < BLOCK ? to - from : BLOCK;
        memset(sums, 0, groups * BLOCK * sizeof *sums);
        for (int64_t k = 0; k < outputs; k++)
            memset(d_heads + k * hidden + from, 0, width * sizeof *d_heads);
        for (int64_t n = 0; n < samples; n++) {
            const float *hidden_layer = hidden_layers + n * hidden + from, *d = d_out + n * outputs;
            for (int64_t i = 0; i < width; i++)
                d_hidden_layer[i] = d[0] * heads[from + i];
            for (int64_t k = 1; k < outputs; k++)
                for (int64_t i = 0; i < width; i++)
                    d_hidden_layer[i] += d[k] * heads[k * hidden + from + i];
            for (int64_t i = 0; i < width; i++)
                d_hidden_layer[i] = hidden_layer[i] > 0 ? d_hidden_layer[i] : 0;
            for (int64_t k = 0; k < outputs; k++)
                for (int64_t i = 0; i < width; i++)
                    d_heads[k * hidden + from + i] += d[k] * hidden_layer[i];
            add_to_groups(sums, d_hidden_layer, inputs + begins[n], ends[n] - begins[n]);
        }
        for (int64_t j = 0; j < count; j++)
            memset(dW1 + rows[j] * hidden + from, 0, width * sizeof *dW1);
        if (width == BLOCK)
            spread_lists(rows_of_groups, sums, BLOCK, dW1 + from, hidden);
        else
            spread_lists(rows_of_groups, sums, width, dW1 + from, hidden);
    }
}

/* The sum of squares of each of some rows. */
WIDE void pong_pg_ppo_squares(const float *matrix, const int32_t *rows, int64_t count, int64_t width, float *sums)
{
    for (int64_t j = 0; j < count; j++) {
        const float *row = matrix + rows[j] * width;
        if (j + AHEAD < count)
            fetch(matrix + rows[j + AHEAD] * width, width * sizeof *matrix);
        sums[j] = sum_of_products(row, row, width);
    }
}

/* List the groups that are among the inputs of some samples, in the order in which they first occur: those of paddles,
   which occur in most, are near each other then. Copy the inputs, one sample after another, each as the place of its
   group in that list; complements stay complements. List the rows of W1 in these groups, one group after another, and
   all of these rows, ascending. `places`, one for each group, is zeros before and after; `listed` has room for as many.
   `counts` is set to how many groups and rows there are. */
void pong_pg_ppo_touched(const int32_t *inputs, const int64_t *begins, const int64_t *ends, int64_t samples,
                         const int16_t *group_rows, const int64_t *group_ends, int32_t *places, int32_t *listed,
                         int32_t *replaced, int32_t *members, int64_t *member_ends, int32_t *rows, int64_t *counts)
{
    int64_t groups = 0, used = 0, found = 0;
    uint64_t among[2 * PIXELS / 64 + 1] = {0};
    for (int64_t n = 0; n < samples; n++) {
        if (n + AHEAD < samples)
            fetch(inputs + begins[n + AHEAD], (ends[n + AHEAD] - begins[n + AHEAD]) * sizeof *inputs);
        for (int64_t j = begins[n]; j < ends[n]; j++) {
            /* All ones for a complement, by which it and its group turn into each other without a branch. */
            int32_t complement = -(inputs[j] < 0), group = inputs[j] ^ complement;
            if (!places[group]) {
                listed[groups++] = group;
                places[group] = (int32_t)groups;
            }
            *replaced++ = (places[group] - 1) ^ complement;
        }
    }
    for (int64_t j = 0; j < groups; j++) {
        places[listed[j]] = 0;
        for (int64_t i = listed[j] ? group_ends[listed[j] - 1] : 0; i < group_ends[listed[j]]; i++) {
            members[used++] = group_rows[i];
            among[group_rows[i] / 64] |= (uint64_t)1 << (group_rows[i] % 64);
        }
        member_ends[j] = used;
    }
    for (int32_t word = 0; word < (int32_t)(sizeof among / sizeof *among); word++)
        for (uint64_t bits = among[word]; bits; bits &= bits - 1)
            rows[found++] = 64 * word + __builtin_ctzll(bits);
    counts[0] = groups;
    counts[1] = found;
}

/* Set some rows of W1 to the sums of the inputs' own rows and of rows that they share, for some hidden units: row -1 is
   none. */
INLINE void combine_part(const float *own, const float *shared, const int32_t *shared_of, const int32_t *rows,
                         int64_t count, int64_t hidden, int64_t from, int64_t width, float *W1)
{
    for (int64_t j = 0; j < count; j++) {
        const int32_t *of_row = shared_of + rows[j] * LEVELS;
        Lanes sum[REGISTERS], part[REGISTERS];
        if (j + AHEAD < count) {
            fetch(own + rows[j + AHEAD] * hidden + from, width * sizeof *own);
            fetch(W1 + rows[j + AHEAD] * hidden + from, width * sizeof *W1);
        }
        load(sum, own + rows[j] * hidden + from, width);
        for (int64_t k = 0; k < LEVELS && of_row[k] >= 0; k++) {
            load(part, shared + of_row[k] * hidden + from, width);
            for (int l = 0; l < REGISTERS; l++)
                sum[l] += part[l];
        }
        store(W1 + rows[j] * hidden + from, sum, width);
    }
}

WIDE void pong_pg_ppo_combine(const float *own, const float *shared, const int32_t *shared_of, const int32_t *rows,
                              int64_t count, int64_t hidden, float *W1)
{
    for (int64_t from = 0; from < hidden; from += BLOCK)
        if (hidden - from >= BLOCK)
            combine_part(own, shared, shared_of, rows, count, hidden, from, BLOCK, W1);
        else
            combine_part(own, shared, shared_of, rows, count, hidden, from, hidden - from, W1);
}

/* For each weight that some rows share, the sum of their gradients, for the hidden units `from` to `to` - 1. `found` lists
   these weights, and `visited`, zeros before and after, marks them. Returns how many there are. */
WIDE int64_t pong_pg_ppo_shared_gradient(const float *dW1, const int32_t *rows, int64_t count, const int32_t *shared_of,
                                         int64_t hidden, int64_t from, int64_t to, uint8_t *visited, int32_t *found,
                                         float *sums)
{
    int64_t weights = 0;
    for (int64_t j = 0; j < count; j++) {
        if (j + AHEAD < count)
            fetch(dW1 + rows[j + AHEAD] * hidden + from, (to - from) * sizeof *dW1);
        const int32_t *of_row = shared_of + rows[j] * LEVELS;
        const float *row = dW1 + rows[j] * hidden + from;
        for (int64_t k = 0; k < LEVELS && of_row[k] >= 0; k++) {
            int32_t weight = of_row[k];
            float *total = sums + weight * hidden + from;
            if (!visited[weight]) {
                visited[weight] = 1;
                found[weights++] = weight;
                memset(total, 0, (to - from) * sizeof *total);
            }
            for (int64_t i = 0; i < to - from; i++)
                total[i] += row[i];
        }
    }
    for (int64_t j = 0; j < weights; j++)
        visited[found[j]] = 0;
    return weights;
}

/* One step of Adam in some rows. */
WIDE void pong_pg_ppo_adam(float *weights, float *mean, float *square, const float *gradient, const int32_t *rows,
                           int64_t count, int64_t width, float scale, float keep_mean, float take_mean,
                           float keep_square, float take_square, float rate, float unbias, float epsilon)
{
    for (int64_t j = 0; j < count; j++) {
        const int64_t at = rows[j] * width;
        float *w = weights + at, *m = mean + at, *v = square + at;
        const float *g = gradient + at;
        if (j + AHEAD < count) {
            const int64_t next = rows[j + AHEAD] * width;
            fetch(weights + next, width * sizeof *weights);
            fetch(mean + next, width * sizeof *mean);
            fetch(square + next, width * sizeof *square);
            fetch(gradient + next, width * sizeof *gradient);
        }
        for (int64_t i = 0; i < width; i++) {
            float scaled = g[i] * scale;
            m[i] = m[i] * keep_mean + scaled * take_mean;
            v[i] = v[i] * keep_square + scaled * scaled * take_square;
            w[i] -= rate * m[i] / (sqrtf(v[i]) * unbias + epsilon);
        }
    }
}
