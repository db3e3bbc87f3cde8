"""What benches measured becomes one table and one committed file.

In come the `Measured` of each bench, out go the table of a terminal and ``models/results/bench.json``, in
which a line that could not be measured again keeps the day of its last measuring.
"""
