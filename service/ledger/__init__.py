"""The ledger 记账: an evening of four players at a table, deal after deal.

One direction: ``evening`` (values, no database) ← ``tables`` ← ``store`` ← ``play``. What happened is a list
of events that is only ever added to; balances, dealer and winds follow from it.
"""
