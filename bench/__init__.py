"""Benchmarks of speed against what a user would pick instead: ``python -m bench`` prints one table.

Each module in `paiyan.models.pages.speed.SECTIONS` has a function `measure` that takes a `Measured` and the
bench's settings, and adds its lines to the former with `add`. No package imports anything from here.
"""
