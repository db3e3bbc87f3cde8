"""Scenes as values 场景: the dealt tiles, how they lie on a table, light, lens and camera.

Input: a seed. Output: a `scene.Scene`. Nothing is drawn here, and a seed's scene must stay the same.
"""
