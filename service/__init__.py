"""The service: what people ask about a hand, a photo or a table, answered in a terminal and over HTTP.

In: requests. Out: the JSON objects of the interface, or one sentence that says what is wrong.
`cli` and `http` are the two ways in; both ask `answers`, `live` and `ledger`, and neither is known to them.
"""
