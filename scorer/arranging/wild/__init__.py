"""Hands with wild tiles 混 财神 百搭 赖子: the ways to see them, wild tiles not tried out one by one.

In: what a rule set says of its wild tiles (`rule`), tiles by suit, what its fans see of blocks. Out, from
`hands`: `Arrangement`s, one of those that no fan tells apart, and what a hand waits for. Sets of one suit
are found once and remembered in code (`sets`, `looks`, `block_codes`), then joined (`standard`).
"""
