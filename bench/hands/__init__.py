"""The hands that benches score, and the other programs that score them too.

In comes a random generator; out go hands, their JSON, and each program's tasks for them.
"""
