"""Sichuan and Guizhou 四川 贵州: a suit void, kongs paid at once, chickens.

Comes in: the catalogue's patterns. Goes out: `SICHUAN`, `GUIZHOU`. Touch ``sichuan.side_payments``
knowing that Guizhou pays by it too.
"""
