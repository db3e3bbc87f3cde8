// What need not wait for the rest of the page: its words, dark or light as it was chosen, and the engine where no service is.
import { alone } from "./io/api.js";
import { begin, metered } from "./io/engine.js";
import { paint } from "./views/words.js";

document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "auto";
paint();
if (alone() && !metered()) begin();
