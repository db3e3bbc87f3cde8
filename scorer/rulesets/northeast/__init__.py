"""The north-east 东北: Changchun, Jilin, Harbin, Yingkou, eastern Inner Mongolia 内蒙.

Comes in: the catalogue's patterns. Goes out: a rule set from the file of each place. Touch ``family``
knowing that all five share it, and two of them the fans of 穷胡 at its end.
"""
