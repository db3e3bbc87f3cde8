"""Arrange hands with wild tiles 混 财神 百搭 赖子, without trying the wild tiles one by one.

In: the wild tiles of a rule set (`rule`), tiles by suit, what its fans observe of blocks. Out, from `hands`:
one `Arrangement` of each class that no fan tells apart, and what a hand waits for. Sets of one suit are found
once and cached in code (`sets`, `group_search`, `block_codes`), then joined (`standard`).
"""
