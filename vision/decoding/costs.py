"""What the decoder counts against structures and hands, and where its searches stop.

Costs are in natural logarithms: a cost of 2.3 makes something ten times less likely. They were set by hand;
what a change does to scenes and photos of known truth shows in ``python -m paiyan.datasets.hand_scenes
bench``. The limits bound time and memory: within them the searches are exact, as their tests show by brute
force.
"""

from __future__ import annotations

# Structures: what is held, what is melds.
ODD_SIZE = 4.0  # a hand of a size that no hand has, one in fifty: unfinished, staged, a tile hidden
EACH_MORE = 1.5  # each tile more than any hand has
FAR_BACK = 6.0  # a tile face down, much smaller than the held ones, as a tile of a meld: it lies on the wall
FAR_SIZE = 0.65  # of the held tiles: backs smaller than this lie far behind them
FOURTH_MISSED = 3.0  # one tile of a concealed kong was not found: so are about one in twenty face down
WINNING_BONUS = 2.0  # tiles that win: most hands that are shown do, and wrongly grouped ones seldom
STRUCTURE_LIMIT = 7.0  # a structure that costs so much more than the likeliest is not weighed
KIND_LIMIT = 8.0  # a kind that costs a tile so much is none that it may be in a meld
MOST_STRUCTURES = 12  # structures whose tiles are decoded
MOST_TILES = 22  # of a hand, a meld counted as three; more only where more are sure
MOST_PARTNERS = 10  # boxes with which one box may be in a meld, the likeliest
MOST_STEPS = 4_000  # of the search for structures; no clear picture comes near it
STEPS_OF_PARTING = 40  # for which one choice of melds counts, whose other boxes are all parted

# Hands: which tiles a structure shows.
FACE_DOWN = 4.0  # a tile whose back is so much likelier than its faces lies face down in a hand that won
LEAST_DOUBT = 0.02  # probability that a tile beside the hand is another one, at least
HAND_LIMIT = 12.0  # a hand that costs so much more than its likeliest tiles is not offered
MELD_LIMIT = 12.0  # nor tiles of a meld
RIVAL_LIMIT = 4.0  # hands that cost so much more than the likeliest are found too: they share its probability
COST_BOUNDS = (4.0, 8.0, 12.0)  # within which winning hands are sought, one after the other
MOST_HANDS = 16  # hands that are weighed against each other
MOST_SETS = 5  # of a hand that wins, beside its pair
MOST_NODES = 20_000  # of the search within a supply; no picture of a hand comes near it
MOST_STATES = 4_000  # of the search for winning hands
MOST_CHECKED = 500  # hands of which a game is asked whether they win, where its forms do not tell
