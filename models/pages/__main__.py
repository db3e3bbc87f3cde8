"""``python -m models.pages`` (`make figures`): write every page that shows figures."""

from models.pages.figures import main

main()
