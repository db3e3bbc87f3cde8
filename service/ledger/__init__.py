"""The ledger 记账: a session of four players at a table, deal after deal.

In: what players send to a table, and their secrets. Out: the table as it stands, its history, its sheet.
`session` has only values, `database` keeps them; what happened is a list of events, only ever added to.
"""
