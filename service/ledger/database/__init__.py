"""The ledger in SQLite or PostgreSQL, by its address.

In: events. Out: events, in their order; what was acknowledged is on the disk.
A change of the tables is a new migration, never a change of an old one.
"""
