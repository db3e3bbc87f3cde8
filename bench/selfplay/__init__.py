"""Self-play of the advice: its gain, and its assumptions about the other players.

Input: a rule set, a seed. Output: gains with their intervals (``models/results/selfplay.json``), and the
paces that the advice assumes (``scorer/advice/paces.py``). `deal` plays and compares players, `calibration`
measures what is assumed. To start: ``python -m bench.selfplay --help``.
"""
