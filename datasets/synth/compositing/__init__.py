"""Render a scene and its labels, painting the farthest thing first.

Input: a `scenes.scene.Scene`. Output: pixels and exact labels (`render`). The same scene gives the same
bytes.
"""
