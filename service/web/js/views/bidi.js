// Names that are written from right to left, among words and numbers that are not.

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** A name that moves no number beside it: what is written from right to left is set apart. @param {string} name */
export const apart = (name) => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name);
