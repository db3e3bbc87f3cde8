"""Labels that the photo sets lack, found by the project's own weights and looked through by eye.

In come photos that may train; out go the JSON files of ``models/sets`` that recipes name. What is committed
trained the shipped weights: it is not written anew without training anew.
"""
