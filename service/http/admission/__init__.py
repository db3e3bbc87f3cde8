"""Who may come in, and how much is taken at a time.

In: a request's key, origin, size and kind. Out: its turn, or a refusal that says when to come back.
Nothing here reads a body or knows a route.
"""
