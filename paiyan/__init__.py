"""Paiyan 牌眼: read a mahjong hand from a photo, score it and settle it.

The five packages below `paiyan` stand at the top of the repository (`scorer`, `vision`, `models`, `datasets`,
`service`); `setup.py` maps them here when the program is installed. The links in this folder do the same in a
checkout for what looks for modules as files and runs no import hook: pyright, the import linter, and Python
itself where nothing is installed. A checkout without links (Windows) runs from its editable install.
"""
