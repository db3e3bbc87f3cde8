"""The catalogue 番种目录: patterns without prices, shared by the rule sets.

`suits` looks at the faces alone, `runs` and `triplets` at the sets, `whole` at the hand as one thing,
`waits` at the wait, `luck` at how the tile came.
"""
