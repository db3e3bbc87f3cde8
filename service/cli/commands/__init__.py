"""The commands of ``paiyan``, a module each or one for some that belong together.

In: options and arguments as click read them. Out: an exit status; what is answered is printed. Only the
command asked for is loaded, and heavy imports wait inside it: ``paiyan rules`` opens no detector.
"""
