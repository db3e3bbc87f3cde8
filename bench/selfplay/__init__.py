"""Self-play of the advice: what it gains, and what it assumes of the other players.

In: a rule set, a seed. Out: gains with their intervals (``models/results/selfplay.json``), and the paces that
the advice assumes (``scorer/advice/paces.py``). `deal` plays and has the players, `paces` measures,
`compare` holds two players against each other. To start: ``python -m bench.selfplay --help``.
"""
