"""The parse of tile layouts by hand-written rules, which is mixed with the network's scores by a weight.

In: boxes. Out: a layout, and by `mixture` its scores together with the network's.
To touch: `vision.pipeline` uses `mixture` and `player_hands.rows_of`; without these two the folder can go.
"""
