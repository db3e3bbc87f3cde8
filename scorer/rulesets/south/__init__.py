"""Guangxi and Hainan 广西 海南: Guilin and Liuzhou, Nanning, Guigang, Hainan.

Comes in: the catalogue's patterns, and 鸡平和 of Guangdong for Guigang. Goes out: a rule set from each file.
Touch ``guangxi`` knowing that Nanning pays its kongs by it.
"""
