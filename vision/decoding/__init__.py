"""The most probable legal hand under a network's scores, and how sure it is. Standard library only."""
