"""How people lay their tiles 摆牌: a catalogue of customs, and scenes of boxes drawn from it.

`catalogue` is the table; `dealing` deals what is laid, `laying`, `hand` and `around` lay it on a table,
`view` photographs it, `errors` are a detector's, and `scene` puts them together. No picture is drawn.
"""
