"""Self-play of the advice: its gain, and its assumptions about the other players.

Input: a rule set, a seed. Output: gains with their intervals (``models/results/selfplay.json``), and the
paces that the advice assumes (``scorer/advice/paces.py``). `deal` plays and defines the players, `paces`
measures, `compare` compares two players. To start: ``python -m bench.selfplay --help``.
"""
