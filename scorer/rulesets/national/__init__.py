"""The national rules 国标 and the hall that played them with fans of its own 联众.

Comes in: the catalogue's patterns. Goes out: `GUOBIAO`, `LIANZHONG`. Touch it knowing that the second is made
from the first.
"""
