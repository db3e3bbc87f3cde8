import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["service/web/engine/**"] }, // Pyodide's own
  { files: ["service/phone/*.mjs"], languageOptions: { globals: globals.node } },
  js.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.serviceworker, ...globals.worker }, sourceType: "module" },
    rules: {
      eqeqeq: "error", "no-var": "error", "prefer-const": "error",
      "no-restricted-properties": ["error", ...["innerHTML", "outerHTML"].map((property) => ({ property, message: "Text is text: use make()." }))],
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    },
  },
];
