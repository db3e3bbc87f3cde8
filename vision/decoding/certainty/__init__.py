"""Compute the certainty of a reading, and the questions to a player.

In: hypotheses and legal hands. Out: a probability, doubtful tiles, a proposal, questions of one tap. To
touch: ``python -m paiyan.datasets.hand_scenes calibrate`` fits the parameters; sentences are in three
languages.
"""
