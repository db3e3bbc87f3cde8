"""How right detections and readings are, on labelled sets: counts, mAP, confidence intervals, reports.

In come a detector or a reader and a labelled set; out go figures as values (`boxes`, `hands`), written by
`report`. `matching` pairs what was found with the truth, for all of them; figures are made nowhere else.
"""
