"""Zhejiang 浙江: Hangzhou 杭州, Taizhou 台州, Wenzhou 温州.

Comes in: the catalogue's patterns. Goes out: a rule set from the file of each city. Its words are in
the TOML file next to it; a large one is a folder with ``rules``, ``fans`` and ``payments``.
"""
