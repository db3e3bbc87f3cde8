"""Write an evaluation: figures as JSON, a CSV row for each picture, and a self-contained page.

Input: the results of `evaluation`. Output: files below one folder. Nothing is counted here, and only this
package imports matplotlib and jinja2.
"""
