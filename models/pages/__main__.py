"""``python -m paiyan.models.pages`` (`make figures`): write every page that shows figures."""

from paiyan.models.pages.figures import main

main()
