"""Turn a picture file into upright pixels, or into one sentence that says why it cannot be read.

In: a path, bytes, or a camera's picture. Out: BGR pixels (h, w, 3), upright, and what is wrong with them. To
touch: limits and formats. Only `quality` knows of tiles, and gets their boxes.
"""
