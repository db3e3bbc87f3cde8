// Tiles are named, and words said, in the script of the language that is shown.
import assert from "node:assert/strict";
import { test } from "node:test";

const nothing = { getItem: () => null, setItem: () => {} };
Object.defineProperty(globalThis, "localStorage", { value: nothing, configurable: true });
Object.defineProperty(globalThis, "navigator", { value: { language: "en" }, configurable: true });
globalThis.document = { documentElement: {}, querySelectorAll: () => [] };
const { ALL } = await import("../../service/web/js/state/tiles.js");
const { tileMark, tileName } = await import("../../service/web/js/views/tiles.js");
const { traditional } = await import("../../service/web/js/views/traditional.js");
const { say, speak } = await import("../../service/web/js/views/words.js");

test("no tile has a simplified sign in Japanese or Traditional Chinese, and no two have one mark", () => {
  for (const language of ["en", "ja", "zh", "zh-Hant"]) {
    speak(language);
    const marks = ALL.map(tileMark);
    assert.equal(new Set(marks).size, ALL.length, language);
    for (const text of [...marks, ...ALL.map(tileName)]) {
      if (language === "ja") for (const sign of "东发万条兰红风财") assert.ok(!text.includes(sign), `${language}: ${text}`);
      if (language === "zh-Hant") assert.equal(text, traditional(text));
      if (language === "en") assert.match(text, /^[\x20-\x7e]+$/);
    }
  }
});

test("words without a Traditional form of their own have it from the simplified one", () => {
  speak("zh-Hant");
  assert.equal(say("rules"), "規則");
  assert.equal(say("discard"), "放槍");
  assert.equal(say("photo"), "相片"); // its own
  assert.equal(say("no_such_word"), "no_such_word");
  speak("zh");
  assert.equal(say("rules"), "规则");
});
