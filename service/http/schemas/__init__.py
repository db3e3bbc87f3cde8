"""What crosses the HTTP border, as pydantic models and as the OpenAPI document.

In: JSON values. Out: checked models; what they mean is checked by who works with them.
"""
