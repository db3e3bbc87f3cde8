"""The sentences that users see, in Chinese, English and Japanese, and the words in them.

Nothing is decided here: the code that refuses something names one of these and the values that stand in it.
Last come the names of game terms and of options. May be used by every package.
"""
