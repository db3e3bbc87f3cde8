"""How fast it is, beside what a user would pick instead: ``python -m bench`` prints one table of all benches.

Each module that `paiyan.models.pages.speed.SECTIONS` names has a `measure`: in come a `Measured` and the
bench's settings, out go its lines in the former. A line more is one `add` more. No package imports anything
of this.
"""
