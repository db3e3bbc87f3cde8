"""The HTTP service, under ``/v1``, and the page.

In: requests from anybody. Out: answers, or problem details (RFC 9457). No picture is kept unasked.
`routes` say what is answered, `schemas` what may be sent, `admission`, `workers` and `middleware` who may
send, and how much at a time.
"""
