"""Find who owns which tile: from boxes to scores that a decoder can search over.

In: a scene of boxes with probabilities. Out: log-probabilities of roles and of groups.
To touch: `scores`, and the `Layout` of `scene`, are the language between network and decoder; `scene` decides
whose hand is read.
"""
