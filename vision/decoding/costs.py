"""The costs of structures and hands in the decoder, and the limits of its searches.

Costs are in natural logarithms: a cost of 2.3 makes something ten times less likely. They were set by hand;
``python -m paiyan.datasets.hand_scenes bench`` shows the effect of a change on scenes and photos with known
truth. The limits bound time and memory: within them the searches are exact, as their tests show by brute
force.
"""

from __future__ import annotations

# Structures: what is held, what is melds.
ODD_SIZE = 4.0  # an impossible hand size, one in fifty: unfinished, staged, a tile hidden
EACH_MORE = 1.5  # each tile beyond the largest hand
FAR_BACK = 6.0  # a tile face down, much smaller than the held ones, as a tile of a meld: it lies on the wall
FAR_SIZE = 0.65  # of the held tiles: backs smaller than this lie far behind them
FOURTH_MISSED = 3.0  # one tile of a concealed kong was not found, like one in twenty face down
WINNING_BONUS = 2.0  # winning tiles: most hands that are shown win, and wrongly grouped ones seldom do
STRUCTURE_LIMIT = 7.0  # structures that cost this much more than the likeliest are ignored
KIND_LIMIT = 8.0  # kinds that cost a tile this much are ignored in melds
MOST_STRUCTURES = 12  # structures whose tiles are decoded
MOST_TILES = 22  # of a hand, a meld counted as three; more only if more are certain
MOST_PARTNERS = 10  # boxes with which one box may be in a meld, the likeliest
MOST_STEPS = 4_000  # of the search for structures; no clear picture comes near it
STEPS_OF_PARTING = 40  # steps counted for one choice of melds, whose other boxes are all assigned

# Hands: which tiles a structure shows.
FACE_DOWN = 4.0  # a back this much likelier than any face lies face down even in a winning hand
LEAST_DOUBT = 0.02  # the minimum probability that a tile next to the hand is another one
HAND_LIMIT = 12.0  # hands that cost this much more than their likeliest tiles are not offered
MELD_LIMIT = 12.0  # the same for tiles of a meld
RIVAL_LIMIT = 4.0  # hands up to this much dearer than the likeliest are found too: they share its probability
COST_BOUNDS = (4.0, 8.0, 12.0)  # for the search of winning hands, one after the other
MOST_HANDS = 16  # hands that are compared with each other
MOST_SETS = 5  # of a winning hand, besides its pair
MOST_NODES = 20_000  # of the search within a supply; no picture of a hand comes near it
MOST_STATES = 4_000  # of the search for winning hands
MOST_CHECKED = 500  # hands to check for a win by the game, if its forms are not enough
