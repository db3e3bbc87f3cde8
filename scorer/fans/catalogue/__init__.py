"""The catalogue 番种目录: patterns without prices, shared by the rule sets.

`suits` looks only at the faces, `runs` and `triplets` at the sets, `whole_hand` at the hand as a whole,
`waits` at the wait, `circumstances` at how the tile came.
"""
