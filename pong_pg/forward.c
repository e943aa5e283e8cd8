/* One step's look at the screen: the pixels that changed, the hidden layer and the logit of going up.

   What screens.py, row_sums.py and policy.py do with NumPy for many games at once, for one game in one call, and with
   the same bits: the rows of W1 are added in the order of their pixels, and the logit as NumPy adds a row. */

#include <stdint.h>
#include <string.h>

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT
#endif

enum { FIRST_ROW = 35, ROW_STEP = 2, COLUMN_STEP = 2, SIDE = 80, WIDTH = 160, WORD = 8, LINE = 64 };

/* The fields of sight.py's _Game, in its order. */
typedef struct {
    const uint8_t *screen; /* (210, 160), as the emulator draws it */
    uint8_t *before;       /* (80, 160), the rows of the previous screen that the network sees */
    const float *mask;     /* (256,), 0 or 1 for each index of the palette */
    const float *W1;       /* (6400, hidden) */
    const float *W2;       /* (hidden,) */
    float *products;       /* (hidden,), for whatever is in it */
    int64_t hidden;
    int32_t *pixels;       /* of all steps, one step after another */
    float *signs;
    float *states;         /* (steps, hidden) */
    int64_t *ends;         /* (steps,), where each step's pixels end */
    int64_t steps;
} Game;

/* NumPy's order of additions: in eight strands up to 128 numbers, in halves beyond. */
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

/* The emulator has pushed the rows out of the caches: all are asked for before the first is added. */
static void fetch_row(const float *row, int64_t hidden)
{
    for (int64_t i = 0; i < hidden; i += LINE / sizeof *row)
        __builtin_prefetch(row + i);
}

static void add_row(float *state, const float *row, float sign, int64_t hidden)
{
    if (sign > 0)
        for (int64_t i = 0; i < hidden; i++)
            state[i] += row[i];
    else
        for (int64_t i = 0; i < hidden; i++)
            state[i] -= row[i];
}

EXPORT double pong_pg_forward(Game *game)
{
    const int64_t hidden = game->hidden;
    const int64_t first = game->steps ? game->ends[game->steps - 1] : 0;
    int64_t used = first;
    float *state = game->states + game->steps * hidden;
    for (int row = 0; row < SIDE; row++) {
        const uint8_t *now = game->screen + (FIRST_ROW + ROW_STEP * row) * WIDTH;
        uint8_t *before = game->before + row * WIDTH;
        if (memcmp(now, before, WIDTH) == 0)
            continue;
        for (int word = 0; word < WIDTH; word += WORD) {
            if (memcmp(now + word, before + word, WORD) == 0)
                continue;
            for (int column = word; column < word + WORD; column += COLUMN_STEP) {
                float sign = game->mask[now[column]] - game->mask[before[column]];
                if (sign == 0)
                    continue;
                int32_t pixel = row * SIDE + column / COLUMN_STEP;
                game->pixels[used] = pixel;
                game->signs[used++] = sign;
                fetch_row(game->W1 + pixel * hidden, hidden);
            }
        }
        memcpy(before, now, WIDTH);
    }
    game->ends[game->steps++] = used;
    memset(state, 0, hidden * sizeof *state);
    for (int64_t i = first; i < used; i++)
        add_row(state, game->W1 + game->pixels[i] * hidden, game->signs[i], hidden);
    for (int64_t i = 0; i < hidden; i++) {
        /* This way round, so that what is not a number stays so. */
        state[i] = state[i] < 0 ? 0 : state[i];
        game->products[i] = state[i] * game->W2[i];
    }
    /* NumPy begins with 0, so that no sum is -0. */
    return 0.0f + sum(game->products, hidden);
}
