"""Find the tiles of a structure: the most probable ones that a set holds, or that win, exactly.

In: log-probabilities of codes, a layout, the game. Out: hands with their costs, the likeliest first. To
touch: a new winning form goes into `winning_parts`; `supply` and `winning_parts` are the searches.
"""
