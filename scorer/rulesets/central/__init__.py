"""Hunan, Hubei and Jiangxi: Changsha 长沙, Wuhan 武汉, Nanchang 南昌.

Comes in: the catalogue's patterns. Goes out: a rule set from the file of each city. Touch ``…_fans`` for what
counts, ``…_payments`` for who pays.
"""
