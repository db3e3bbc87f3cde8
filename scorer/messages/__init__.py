"""The sentences with which a hand, a deal or a setting is refused, in the languages of the program.

Each says what is wrong and how to mend it; what stands in braces is given with the error that carries it.
What only one rule set can refuse stands in that rule set's file.
"""
