"""An Atari 2600 with Pong in it, in C: what the Arcade Learning Environment plays, bit for bit and much faster.

It is written from public documentation of the hardware: MOS Technology's "MCS6500 Microcomputer Family Programming
Manual", the "Stella Programmer's Guide" by Steve Wright, and the "Atari 2600 TIA Hardware Notes" by Andrew Towers. What
they leave open was found by comparing memory and screens with ale-py, as a black box. No source of the Arcade Learning
Environment, of Stella or of any other emulator was read or copied: they are GPL, and this package is MIT.

The ROM is none of this package's. It is read from the installed ale-py, translated to C and compiled on the user's
machine; what is made of it stays in the user's private cache.
"""
