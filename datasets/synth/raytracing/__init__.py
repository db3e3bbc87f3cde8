"""Ray-trace a scene, with the same labels: the extra `raytrace`.

Input: a `scenes.scene.Scene`. Output: pixels and labels (`trace`), and the frames of a moving camera
(`clips`). Meshes and rooms are plain values; only `trace` imports mitsuba and pyoidn.
"""
