"""The ledger 记账: an evening of four players at a table, deal after deal.

One direction, values alone: ``rights``, ``terms`` ← ``evening`` ← ``sent`` ← ``shown``; with a database:
``tables`` ← ``database`` ← ``store`` ← ``play``. What happened is a list of events that is
only ever added to; who sits where, balances, dealer and winds follow from it.
"""
