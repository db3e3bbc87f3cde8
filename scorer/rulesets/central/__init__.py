"""Hunan, Hubei and Jiangxi: Changsha 长沙, Wuhan 武汉, Nanchang 南昌.

Comes in: the catalogue's patterns. Goes out: a rule set from the file of each city. Its words are in
the TOML file next to it; a large one is a folder with ``rules``, ``fans`` and ``payments``.
"""
