/* From rollouts to the inputs of a batch: the groups of rows of W1 that each observation needs, see learner.c. */

#pragma once

#include <stdint.h>
#include <string.h>

#include "../game/console_game.h"
#include "../native/rows.h"

/* The observations of a batch, as the groups of rows of W1 that they need; a group is listed once. It is told by the sum
   of random numbers of its rows: among a million, two have the same once in 30 million times. learner.py reads the
   fields of its struct from here. */
typedef struct {
    int32_t *slots; /* a hash table of indices of groups plus 1, zeros at first; its size is a power of 2 */
    int64_t slot_mask;
    uint64_t *keys;       /* of each group, the sum of its rows' random numbers */
    int16_t *rows;        /* of all groups, one group after another */
    int64_t *row_ends;    /* where each group's end */
    int32_t *images;      /* of each group, the index of its reflection */
    int64_t groups, room; /* how many groups there are, and for how many rows there is room */
    int32_t *inputs;      /* of all observations, the groups that are added, and complements (~) of those subtracted */
    int64_t *input_ends;  /* where each observation's end */
    int64_t observations;
} Inputs;

enum { BIAS = 2 * PIXELS, CLASSES = 3, OPPONENT_COLUMN = 8, AGENT_COLUMN = 70 };

/* The class of a pixel: the opponent's columns, the agent's, or all others. */
INLINE int class_of(int64_t pixel)
{
    const int column = (int)(pixel % SIDE);
    return column / 2 == OPPONENT_COLUMN / 2 ? 0 : column / 2 == AGENT_COLUMN / 2 ? 1 : 2;
}

/* A random number for each row: splitmix64 (Steele et al. 2014). */
INLINE uint64_t key_of(int64_t row)
{
    uint64_t z = ((uint64_t)row + 1) * 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

/* Where list n of some lists begins, which lie one after another. */
INLINE int64_t begin_of(const int64_t *ends, int64_t n) { return n ? ends[n - 1] : 0; }

static int64_t end_of(const Inputs *all) { return begin_of(all->row_ends, all->groups); }

/* Returns the slot of a group, which holds 0 if it is new. */
static int32_t *slot_of(const Inputs *all, uint64_t key)
{
    int64_t slot = (int64_t)(key >> 20) & all->slot_mask;
    while (all->slots[slot] && all->keys[all->slots[slot] - 1] != key) slot = (slot + 1) & all->slot_mask;
    return all->slots + slot;
}

/* Returns the group that has these rows, which is made if it is new. */
static int32_t group_of(Inputs *all, uint64_t key, const int16_t *rows, int64_t count)
{
    int32_t *slot = slot_of(all, key);
    if (!*slot) {
        memcpy(all->rows + end_of(all), rows, (size_t)count * sizeof *rows);
        all->row_ends[all->groups] = end_of(all) + count;
        all->keys[all->groups] = key;
        *slot = (int32_t)++all->groups;
    }
    return *slot - 1;
}

/* Returns the group of the pixels of a class that are lit. */
static int32_t group_of_lit(Inputs *all, uint64_t key, const uint8_t *lit, int class)
{
    const int32_t found = *slot_of(all, key);
    int16_t rows[PIXELS];
    int64_t count = 0;
    if (found) return found - 1;
    for (int16_t pixel = 0; pixel < PIXELS; pixel++)
        if (lit[pixel] && class_of(pixel) == class) rows[count++] = pixel;
    return group_of(all, key, rows, count);
}

/* Adds the observations of a rollout, see rollout.py. Returns 0 if the rows of groups might have too little room. */
int64_t pong_pg_ppo_encode(Inputs *all, const int16_t *changes, const int64_t *ends, const uint8_t *over,
                           const uint8_t *mask, int64_t observations)
{
    const int16_t bias = BIAS;
    uint8_t lit[PIXELS];
    uint64_t keys[CLASSES] = {0}; /* 0 where none is lit */
    int64_t used = begin_of(all->input_ends, all->observations);
    memcpy(lit, mask, PIXELS);
    /* Back to the first observation. */
    for (int64_t i = ends[0]; i < ends[observations - 1]; i++) lit[changes[i]] ^= 1;
    for (int16_t pixel = 0; pixel < PIXELS; pixel++) if (lit[pixel]) keys[class_of(pixel)] += key_of(pixel);
    for (int64_t n = 0; n < observations; n++) {
        const int is_first = n && over[n - 1];
        int16_t moved[2][CLASSES][PIXELS];
        uint64_t moved_keys[2][CLASSES] = {{0}};
        int64_t moved_counts[2][CLASSES] = {{0}};
        if (end_of(all) + 2 * PIXELS + 1 > all->room) return 0;
        for (int64_t i = begin_of(ends, n); i < ends[n]; i++) {
            const int16_t pixel = changes[i];
            const int class = class_of(pixel);
            if (n) {
                lit[pixel] ^= 1;
                keys[class] += lit[pixel] ? key_of(pixel) : -key_of(pixel);
            }
            const int is_dark = !lit[pixel];
            moved_keys[is_dark][class] += key_of(PIXELS + pixel);
            moved[is_dark][class][moved_counts[is_dark][class]++] = (int16_t)(PIXELS + pixel);
        }
        for (int class = 0; class < CLASSES; class++)
            if (keys[class]) all->inputs[used++] = group_of_lit(all, keys[class], lit, class);
        all->inputs[used++] = group_of(all, key_of(BIAS), &bias, 1);
        for (int is_dark = 0; is_dark < 2 && !is_first; is_dark++)
            for (int class = 0; class < CLASSES; class++)
                if (moved_counts[is_dark][class]) {
                    const int32_t group = group_of(all, moved_keys[is_dark][class], moved[is_dark][class],
                                                   moved_counts[is_dark][class]);
                    all->inputs[used++] = is_dark ? ~group : group;
                }
        all->input_ends[all->observations++] = used;
    }
    return 1;
}

/* Finds the reflection of each group, some of which are new groups. Returns 0 if they might have too little room. */
int64_t pong_pg_ppo_reflect(Inputs *all, const int16_t *reflected_rows)
{
    for (int64_t group = 0, count = all->groups; group < count; group++) {
        const int64_t begin = begin_of(all->row_ends, group), size = all->row_ends[group] - begin;
        int16_t rows[PIXELS];
        uint64_t key = 0;
        if (end_of(all) + size > all->room) return 0;
        for (int64_t i = 0; i < size; i++) {
            rows[i] = reflected_rows[all->rows[begin + i]];
            key += key_of(rows[i]);
        }
        const int32_t image = group_of(all, key, rows, size);
        all->images[group] = image;
        all->images[image] = (int32_t)group;
    }
    return 1;
}
