"""Help the author of a rule set: list the mistakes of a rule-set file, each with file and line (`check`).

Comes in: the path of a Python file that makes a `RuleSet`; its hands and deals, in the folders of the tests.
Goes out: mistakes, one sentence each. Touch ``hand_tests`` for how hands and deals are written, which the
tests run too, ``loading`` for another kind of mistake.
"""
