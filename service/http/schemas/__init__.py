"""Requests and responses of the HTTP API, as pydantic models and as the OpenAPI document.

In: JSON values. Out: models of the right form; the callers check their meaning.
"""
