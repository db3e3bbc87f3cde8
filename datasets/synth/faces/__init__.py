"""The faces of tiles 牌面: strokes, pips, birds and flowers drawn on a canvas, as pixels or as SVG.

Input: a tile's code and a `style.FaceStyle`. Output: its face at any size (`drawing`). Imports nothing of
tables; a seed's faces must stay the same, since recipes identify them by sha256.
"""
