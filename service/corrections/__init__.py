"""Corrections 更正: a reading put right by its player, without the picture.

In: a reading and what is wrong in it, as objects or sentences. Out: the reading as it should have been; where
asked, the picture with its tiles as labelled data.
"""
