"""A picture file becomes upright pixels, or one sentence that says why it cannot be read.

In: a path, bytes, or what a camera gave. Out: BGR pixels (h, w, 3), upright, and what is wrong with them.
To touch: limits and formats. Only `quality` knows of tiles, and gets their boxes.
"""
