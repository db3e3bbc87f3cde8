"""The ledger 记账: an evening of four players at a table, deal after deal.

In: what players send to a table, and their secrets. Out: the table as it stands, its history, its sheet.
`evening` are values alone, `database` keeps them; what happened is a list of events, only ever added to.
"""
