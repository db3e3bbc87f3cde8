"""Cameras: frames in, steady readings out, and the window that shows them.

Frames come faster than they can be read, so the newest waits and older ones are dropped.
"""
