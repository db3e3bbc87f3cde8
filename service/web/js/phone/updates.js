// A new version of the page is offered, never forced: it waits beside the old one until a player takes it.
import { say } from "../views/words.js";
import "../views/words_evening.js";

/** Register the service worker, which fetches what is used later, and offer the version that it finds. @param {HTMLElement} line with a text and a button */
export async function watchUpdates(line) {
  const { serviceWorker } = navigator;
  const [text, button] = /** @type {HTMLElement[]} */ ([...line.children]);
  let taken = false;
  const registration = await serviceWorker.register("sw.js");
  const offer = () => { line.hidden = !(registration.waiting && serviceWorker.controller); };
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
  offer();
  serviceWorker.addEventListener("controllerchange", () => { if (taken) location.reload(); });
  button.onclick = () => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => { if (!data.taken) text.textContent = say("other_windows"); };
    taken = true;
    registration.waiting?.postMessage("take over", [port2]);
  };
}
