"""The games of Guangdong 广东: 鸡平和 and what follows it in Guangzhou and Shenzhen, 推倒胡, 民间, Qingyuan.

Comes in: the catalogue's patterns. Goes out: a rule set from each file. Touch ``jipinghu`` knowing that the
rule sets of three more cities are made from it.
"""
