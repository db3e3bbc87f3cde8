"""From a scene to a picture and its labels, by painting the farthest thing first.

In comes a `scenes.scene.Scene`; out go pixels and exact labels (`render`). The same scene gives the same
bytes.
"""
