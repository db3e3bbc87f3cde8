"""The sentences that the service shows, in the languages of the program.

Each says what is wrong and how to mend it; what stands in braces is given with the error that carries it.
What is refused of hands stands in the scorer's own messages.
"""
