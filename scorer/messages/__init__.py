"""The sentences that are shown, in Chinese, English and Japanese, and the words that stand in them.

Nothing is decided here: the code that refuses something names one of these and the values that stand in it.
Last come the names of game terms and of options. May be used by every package.
"""
