"""The format of a house file: ``keys`` defines it once, for the checks, the JSON Schema and the editor.

Comes in: text. Goes out: values with their lines, and their mistakes. Touch ``keys`` to allow another line;
new kinds of values belong in ``value_types``.
"""
