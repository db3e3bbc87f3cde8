"""Answers as a person reads them in a terminal.

In: the JSON objects of the interface. Out: lines and tables, which `terminal` writes.
Only words and layout: what is not in the answer is not told here.
"""
