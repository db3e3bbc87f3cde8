"""An evaluation written out: figures as JSON, a CSV row a picture, and a page that stands alone.

In come the results of `evaluation`; out go files below one folder. Nothing is counted here, and matplotlib
and jinja2 are let in here alone.
"""
