/* One step of a game: the difference frame, the hidden layer and the logit of going up.

   What numpy_forward.py, native/row_sums.py and network.py compute with NumPy, in one call and with the same bits: the
   rows of W1 are added in the order of their pixels, and the logit as NumPy adds a row. */

#include <string.h>

#include "../native/rows.h"

/* The fields of compiled_forward.py's _Game, in the same order. */
typedef struct {
    const uint8_t *screen; /* (210, 160) palette indices, as the emulator draws them */
    uint8_t *before;       /* (80, 160), the rows of the previous frame that the network sees */
    const float *mask;     /* (256,), 0 or 1 for each palette index */
    const float *W1;       /* (6400, hidden) */
    const float *W2;       /* (hidden,) */
    int64_t hidden;
    int32_t *pixels;      /* the changed pixels of all steps, one step after another */
    float *signs;         /* 1 for each of them that lit up, -1 for each that went dark */
    float *hidden_layers; /* (steps, hidden) */
    int64_t *ends;        /* (steps,), where each step's pixels end */
    int64_t steps;        /* recorded so far */
} Game;

double pong_pg_forward(Game *game)
{
    const int64_t hidden = game->hidden;
    const int64_t first = game->steps ? game->ends[game->steps - 1] : 0;
    int64_t used = first;
    float *hidden_layer = game->hidden_layers + game->steps * hidden;
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
                fetch(game->W1 + pixel * hidden, hidden * sizeof *game->W1);
            }
        }
        memcpy(before, now, WIDTH);
    }
    game->ends[game->steps++] = used;
    memset(hidden_layer, 0, hidden * sizeof *hidden_layer);
    for (int64_t i = first; i < used; i++)
        add_row(hidden_layer, game->W1 + game->pixels[i] * hidden, game->signs[i], hidden);
    for (int64_t i = 0; i < hidden; i++)
        /* Written so that NaN stays NaN. */
        hidden_layer[i] = hidden_layer[i] < 0 ? 0 : hidden_layer[i];
    /* NumPy starts from 0, so that no sum is -0. */
    return 0.0f + sum_of_products(hidden_layer, game->W2, hidden);
}
