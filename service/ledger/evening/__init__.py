"""What follows from the events of an evening: who sits where, balances, dealer, winds, who pays whom.

In: events and what a player sends. Out: the next event, and the table as it is shown.
The standard library and `scorer` alone: the same code runs in the browser without a network.
"""
