"""Admission of requests: who may send them, and how many at a time.

In: a request's key, origin, size and kind. Out: its turn, or a refusal that says when to try again.
Nothing here reads a body or knows a route.
"""
