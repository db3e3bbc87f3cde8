"""Reports on hands, deals and rule sets, for the command line, the service and the documents.

In: JSON objects as the interface names them. Out: JSON objects, explanations, the pages of the rule sets.
Nothing is scored or settled here.
"""
