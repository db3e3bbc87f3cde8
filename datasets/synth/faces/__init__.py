"""The faces of tiles 牌面: strokes, pips, birds and flowers drawn on a canvas, as pixels or as SVG.

In come a tile's code and a `style.FaceStyle`; out goes its face at any size (`drawing`). Knows nothing of
tables; a seed's faces stay what they were, since recipes name them by sha256.
"""
