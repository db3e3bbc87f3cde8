"""Answers of the command line, the service and the documents about hands, deals and rule sets.

In: JSON objects as the interface names them. Out: JSON objects, explanations, the pages of the rule sets.
Nothing is scored or settled here.
"""
