/* A computation by one thread, with the help of those that are there. */

#pragma once

#define _POSIX_C_SOURCE 199309L
#include <stdint.h>
#include <time.h>

/* shares.py reads the fields of its struct from here. */
typedef struct {
    int64_t count; /* of shares: as many as threads */
    /* The lower half is the next share that nobody has taken, the upper one says which computation it is of. */
    int64_t ticket;
    int64_t pending, is_finished;
} Shares;

/* Computes a share of what `owner` is computing. */
typedef void ShareOf(void *owner, int64_t share);

/* Computes a share that nobody has taken; returns 0 if there is none. */
static int take_share(Shares *shares, ShareOf *compute, void *owner)
{
    int64_t ticket = __atomic_load_n(&shares->ticket, __ATOMIC_ACQUIRE);
    do
        if ((int32_t)ticket >= shares->count) return 0;
    while (!__atomic_compare_exchange_n(&shares->ticket, &ticket, ticket + 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
    compute(owner, (int32_t)ticket);
    __atomic_sub_fetch(&shares->pending, 1, __ATOMIC_ACQ_REL);
    return 1;
}

/* Computes all shares, and waits for no thread that has not begun one. */
static void compute_all(Shares *shares, ShareOf *compute, void *owner)
{
    shares->pending = shares->count;
    __atomic_store_n(&shares->ticket, ((shares->ticket >> 32) + 1) << 32, __ATOMIC_RELEASE);
    while (take_share(shares, compute, owner)) {}
    while (__atomic_load_n(&shares->pending, __ATOMIC_ACQUIRE)) {}
}

/* Helps until all is finished, as Python says. */
static void help(Shares *shares, ShareOf *compute, void *owner)
{
    const struct timespec pause = {0, 20000};
    for (int idle = 0; !__atomic_load_n(&shares->is_finished, __ATOMIC_ACQUIRE); idle++) {
        if (take_share(shares, compute, owner)) idle = 0;
        else if (idle > 2000) nanosleep(&pause, NULL);
    }
}
