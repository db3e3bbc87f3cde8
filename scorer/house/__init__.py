"""House rules 自家规则: a file that says in what a table's rules differ from a rule set.

``keys`` is the one definition of what may stand in a file, from which come the checks, the JSON Schema and
the editor's completion; ``written`` reads the text within limits; ``load`` makes the rule set; ``proof`` runs
the file's own examples and says which of its changes none of them shows.
"""
