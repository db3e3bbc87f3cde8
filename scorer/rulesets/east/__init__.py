"""Shanghai, Jiangsu and Anhui: Shanghai 上海, Nanjing 南京, Jiangnan 江南, Anqing 安庆, Hefei 合肥.

Comes in: the catalogue's patterns. Goes out: a rule set from the file of each city. Its words are in
the TOML file next to it; a large one is a folder with ``rules``, ``fans`` and ``payments``.
"""
