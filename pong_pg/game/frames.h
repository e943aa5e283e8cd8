/* Which pixels of a frame the networks see, as in frames.py. */

#ifndef PONG_PG_FRAMES_H
#define PONG_PG_FRAMES_H

enum { SIDE = 80, PIXELS = SIDE * SIDE, FIRST_ROW = 35, END_ROW = 195, STEP = 2 };

#endif
