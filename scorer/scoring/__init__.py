"""TODO: what comes in, what goes out, what may be touched."""
