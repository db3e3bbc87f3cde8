"""The north-east 东北: Changchun, Jilin, Harbin, Yingkou, eastern Inner Mongolia 内蒙.

Comes in: the catalogue's patterns. Goes out: a rule set from the file of each place. Touch ``family``
and ``qionghu`` knowing that all five share them.
"""
