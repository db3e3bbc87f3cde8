"""Many requests of one command line: photos, a hand, or a file of them, ``--jsonl FILE``.

In: what the command line names. Out: an answer for each in its order, shown or as a JSON line, an error's in
its own place, and the exit status. A line gets the answer that it would get alone, by however many processes.
"""
