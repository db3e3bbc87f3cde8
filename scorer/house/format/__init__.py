"""What may stand in a house file: ``keys`` defines it once, for the checks, the JSON Schema and the editor.

Comes in: text. Goes out: values with their lines, and what is wrong with them. Touch ``keys`` to allow a line
more; a kind of value that is new stands in ``value_types``.
"""
