"""The state that follows from the events of a session: seats, balances, dealer, winds, payments.

In: events and the entries of players. Out: the next event, and the table for display.
Needs only the standard library and `scorer`: the same code runs in the browser, offline.
"""
