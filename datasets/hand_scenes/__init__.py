"""Structured scenes 摆法: hands laid out in every way people do, with the truth of their structure.

One direction: ``scenes → noise → measure``; `python -m datasets.hand_scenes` runs the benchmark.
"""
