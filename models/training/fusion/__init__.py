"""How the detector's word and the namer's are weighed: numbers fitted on pictures of known truth.

In come both stages and labelled sets; out go the numbers that the index keeps beside the namer (`fit`). Run
again whenever one of the two is another.
"""
