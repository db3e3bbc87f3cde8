// What can be seen before the rest of the page has come: its words, and dark or light as it was chosen.
import { paint } from "./views/words.js";

document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "auto";
paint();
