"""The north 华北 and Shandong: Beijing 北京, Tianjin 天津, Hebei 河北, Taiyuan 太原, Jinan 济南.

Comes in: the catalogue's patterns. Goes out: a rule set from the file of each place. Its words are in the
TOML file next to it.
"""
