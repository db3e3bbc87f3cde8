// Tiles as text: the notation, the order, what counts as the same kind.

export const ALL = [..."mps"].flatMap((s) => [..."123456789"].map((n) => n + s))
  .concat([..."1234567"].map((n) => `${n}z`), [..."12345678"].map((n) => `${n}f`), ["0m", "0p", "0s"]);

/** @param {string} tile */
export const order = (tile) => ("mpszf".indexOf(tile[1]) + 1 || 9) * 10 + (tile[0] === "0" ? 5 : Number(tile[0]));

/** A red five is a five. @param {string} tile */
export const kind = (tile) => (tile[0] === "0" ? `5${tile[1]}` : tile);

/** @param {string} tile */
export const isFlower = (tile) => tile[1] === "f" || isExtra(tile);

/** A tile beyond the usual ones, which a house file names. @param {string} tile */
export const isExtra = (tile) => tile[1] === "x" && tile[0] !== "x";

/** "123m44z" as tiles. @param {string | null | undefined} text @returns {string[]} */
export function parse(text) {
  /** @type {string[]} */
  const tiles = [];
  for (const [, digits, suit] of (text ?? "").matchAll(/(\d+|x)([mpszfx])/g)) {
    for (const digit of digits) tiles.push(digit + suit);
  }
  return tiles;
}
