"""What an author of a rule set is told: the mistakes of a rule-set file, each with file and line (`check`).

Comes in: the path of a Python file that makes a `RuleSet`; its hands and deals, where the tests have theirs.
Goes out: mistakes, one sentence each. Touch ``hand_tests`` for how hands and deals are
written, which the tests run too, ``references`` and ``field_types`` for another kind of mistake.
"""
