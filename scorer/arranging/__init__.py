"""From tiles to the ways to see them: every arrangement, with and without wild tiles, and the shanten number.

In: counts of the 34 kinds, forms, melds. Out: `Arrangement`s, waits, shanten numbers. Works on small numbers
alone and remembers what comes back; knows no fan and no price. Hands with wild tiles have a folder, `wild`.
"""
