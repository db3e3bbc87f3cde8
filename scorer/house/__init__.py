"""House rules 自家规则: a file with the differences between a table's rules and a rule set.

Comes in: the text of a TOML file (`load`, `files`). Goes out: a rule set, or every mistake with its line
(`errors`); `examples` runs the file's own hands and names the changes that none of them shows.
Touch ``keys`` to allow another line, ``value_types`` for new kinds of values, and for what a file does to a
rule set ``fans``, ``limit_hands`` or ``payments``, which take a `draft.Draft`.
"""
