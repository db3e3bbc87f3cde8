"""Answers: what the command line, the service and the documents say of hands, deals and rule sets.

In: JSON objects as the interface names them. Out: JSON objects, explanations, the pages of the rule sets.
Nothing is scored or settled here.
"""
