"""Scenes as values 场景: which tiles are dealt, how they lie on a table, light, lens and camera.

In comes a seed; out goes a `scene.Scene`. Nothing is drawn here, and a seed's scene stays what it was.
"""
