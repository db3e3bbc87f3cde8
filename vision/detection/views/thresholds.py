"""When a picture is looked at again, and how large its views have to become.

Pixels "of the input" are those of the network's picture, whose longer side has `INPUT_SIZE`. The sizes of
tiles were chosen on drawn tables of 3000 and 1600 pixels: for tiles narrower than `SMALL_TILE`, hands read
exactly rose from 34 of 68 to 48 by the second pass, and for larger tiles none was gained. The others follow
from the geometry in their comments.
"""

from __future__ import annotations

# When to look again.
SMALL_TILE = 34.0  # rows of tiles narrower than this, in pixels of the input, are looked at again
TINY_TILE = 16.0  # narrower boxes may be whole rows, without a direction: only the search helps
LARGER_PHOTO = 1.25  # a photo has more detail than the input if its longer side is larger by this

# When a picture is shown within a border.
LARGE_TILE = 0.25  # of the picture's longer side: tiles whose shorter side is more are believed only so
BORDER = 0.35  # of the picture's longer side, at each edge
BORDERED_SIDE = 1000  # pixels of the picture's longer side within the border, at most

# When a tile is large enough to name.
LEGIBLE_SIDE = 22.0  # pixels of the input of its shorter side

# Windows along a row.
TILES_ACROSS = 13.0  # tiles that a window shows side by side: about 50 pixels of the input each
GAINS_BY_WINDOW = 60.0  # pixels of the input: wider tiles are no clearer in a window along their row
TILES_BETWEEN = 9.0  # tiles from one window to the next, so that each tile is whole in one of them
TILES_BEYOND = 2.5  # from a row's last tile to a window's edge: one more that was missed, and room around it
CUT_MARGIN = 3.0  # a box so near to a window's edge, in pixels of the input, may be a part of a tile

TILT, SHRUNK = 4.0, 0.85  # degrees and scale of a view in which a hand is read once more to confirm it
ENDS_ACROSS, END_ROUNDS = 5.0, 2  # tile lengths that a view of a row's end shows, and how often it moves on
AROUND_HAND = 1.5  # tile lengths of room around a hand in a view of it

# Windows over hints of tiles.
MOST_VIEWS = 14  # in one picture: a second on two cores
HINTED_ACROSS = 20.0  # tiles that a window over hints shows side by side
HINT_MARGIN = 2.0  # tiles from a hint to the edge of its window, since hints lie on some tiles of many
MOST_ENLARGED = 2.0  # pixels of the input for one of the picture: more show nothing new
ENLARGED_BY = 1.6  # how much larger a window shows tiles than the look before it, at least
FEWEST_HINTS = 3  # worth a window if tiles were named already; if none were, one hint is
BLIND_SIDE = 1500  # pixels of a part of a picture without detections: tiles of 12 give hints in these

# The evidence of several views pooled.
FINER = 1.4  # the ratio of their scales from which one look is finer than another
LIES_ACROSS = 0.1  # a box overlaps tiles of a finer look by more than this and none by half: it lies across
FOUND_BY_FINER = 200.0  # pixels in the finer look of a box that it would have found by itself
WELL_INSIDE = 0.7  # how far from the edge of a look the middle of a box must lie, in its own sizes
SAME_MIDDLE = 0.3  # how far apart the middles of two boxes on one tile may lie, in sizes of the tile
HELD_SIZE = 0.6  # a tile in a box that holds several is smaller than it by this
