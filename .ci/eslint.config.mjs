// No script of the pages uses anything newer than Safari 14: such a phone would show an empty page.
import esx from "eslint-plugin-es-x";
import compat from "eslint-plugin-compat";

const NEWER = [
  "es2021", "es2022", "es2023", "es2024", "es2025",
].flatMap((year) => Object.entries(esx.configs[`flat/no-new-in-${year}`]?.rules ?? esx.configs[`no-new-in-${year}`]?.rules ?? {}));
// What Safari 14 has of them; a field of our own may be called `at`, so only its calls are looked for.
const THERE = ["array-prototype-at", "string-prototype-at", "logical-assignment-operators", "string-prototype-replaceall", "numeric-separators", "promise-any", "weakrefs", "class-instance-fields"];
const rules = Object.fromEntries(NEWER.filter(([name]) => !THERE.includes(name.replace("es-x/no-", ""))));

export default [{
  files: ["**/*.js"],
  languageOptions: { ecmaVersion: "latest", sourceType: "module" },
  linterOptions: { reportUnusedDisableDirectives: "error" },
  plugins: { "es-x": esx, compat },
  settings: { "es-x": { aggressive: true }, browsers: ["safari 14"], lintAllEsApis: true },
  rules: { ...rules, "es-x/no-regexp-lookbehind-assertions": "error", "no-restricted-syntax": ["error", "CallExpression[callee.computed=false][callee.property.name='at']"], "compat/compat": "error" },
}];
