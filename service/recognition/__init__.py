"""Pictures read with a detector that is kept open.

In: a picture and what is known of its game. Out: its reading; errors of `vision` become those of the service.
The only place of the service that looks at pictures.
"""
