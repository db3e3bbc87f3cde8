"""Shanghai, Jiangsu and Anhui: Shanghai 上海, Nanjing 南京, Jiangnan 江南, Anqing 安庆, Hefei 合肥.

Comes in: the catalogue's patterns. Goes out: a rule set from the file of each city. Touch ``…_fans`` for what
counts, ``…_payments`` for who pays.
"""
