"""From a request to its answer: photo → reading → hand → score.

In: a hand as a JSON object, a photo, or both. Out: the JSON objects of the interface.
Nothing here knows of a terminal or of HTTP; errors of the packages below become those of
`paiyan.service.errors`.
"""
