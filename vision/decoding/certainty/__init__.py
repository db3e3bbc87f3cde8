"""How sure a reading is, and what to ask a player about it.

In: hypotheses and legal hands. Out: a probability, doubtful tiles, a proposal, questions of one tap.
To touch: ``python -m paiyan.datasets.hand_scenes calibrate`` fits what is fitted; sentences are in three
languages.
"""
