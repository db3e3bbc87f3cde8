"""From a scene to a ray-traced picture with the same labels: the extra `raytrace`.

In comes a `scenes.scene.Scene`; out go pixels and labels (`trace`). Meshes and rooms are plain values;
mitsuba and pyoidn are let in by `trace` alone.
"""
