import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

const tests = ["**/*.test.ts", "**/*.test.tsx", "test/**/*.ts", "test/**/*.tsx"];

/** A test left out on purpose or by accident proves nothing; what this machine cannot run uses `it.runIf`. */
const noSkippedTests = {
  selector: "MemberExpression[object.name=/^(it|test|describe)$/][property.name=/^(only|skip|todo)$/]",
  message: "Every test runs: no .only, .skip or .todo.",
};
const namedExports = {
  selector: "ExportDefaultDeclaration",
  message: "Export by name, so that a thing has one name everywhere.",
};
const bridgeOnly = {
  selector: "MemberExpression[object.name=/^(window|globalThis|self)$/][property.name='loopwright']",
  message: "Only renderer/bridge/ touches what the preload script exposes.",
};

export default tseslint.config(
  {
    ignores: [
      ".cache/**",
      ".vite/**",
      "out/**",
      "dist/**",
      "artifacts/**",
      "coverage/**",
      "test/fixtures/**",
      "build/ready/defaultApp/**",
      "build/resources/**",
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: "error",
      "no-empty": "error",
      "no-param-reassign": "error",
      "prefer-const": "error",
      "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: false }],
      "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
      "no-restricted-syntax": ["error", namedExports],
      "@typescript-eslint/no-floating-promises": ["error", { ignoreVoid: false }],
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true, requireDefaultForNonUnion: true },
      ],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true },
      ],
      // A handler that has nothing to wait for is still async where its contract returns a promise.
      "@typescript-eslint/require-await": "off",
      // Parts are made of closures, not of classes: their members need no "this".
      "@typescript-eslint/unbound-method": "off",
    },
  },
  {
    files: ["electron/**/*.ts", "shared/**/*.ts", "renderer/**/*.{ts,tsx}"],
    // The host's stdout carries messages; logs go through stderr.
    rules: { "no-console": ["error", { allow: ["error", "warn"] }] },
  },
  {
    files: ["renderer/**/*.{ts,tsx}"],
    plugins: { "react-hooks": reactHooks },
    rules: {
      // The two that need no compiler: the others run React's on every file, and cost more than all the rest.
      "react-hooks/rules-of-hooks": "error",
      "react-hooks/exhaustive-deps": "error",
      "no-restricted-syntax": ["error", namedExports, bridgeOnly],
    },
  },
  {
    files: ["renderer/**/*.{ts,tsx}", "shared/**/*.ts", "electron/{main,preload}/**/*.ts"],
    rules: {
      "no-restricted-properties": [
        "error",
        {
          object: "URL",
          property: "canParse",
          message: "Younger than the oldest Chromium: use parsedUrl of renderer/format.",
        },
      ],
    },
  },
  {
    files: ["renderer/bridge/**/*.ts"],
    rules: { "no-restricted-syntax": ["error", namedExports] },
  },
  {
    files: ["**/*.tsx"],
    rules: { "max-lines-per-function": ["error", { max: 150, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: tests,
    rules: {
      "no-console": "off",
      "max-lines-per-function": "off",
      "no-restricted-syntax": ["error", namedExports, noSkippedTests],
      "@typescript-eslint/no-non-null-assertion": "off",
    },
  },
  {
    // Tools that read a configuration want it as the default export.
    files: ["*.config.{js,ts}", "build/vite/**/*.ts"],
    rules: { "no-restricted-syntax": "off" },
  },
  {
    // Plain JavaScript with types in comments: what JSON.parse returns has none.
    files: ["build/**/*.mjs"],
    rules: {
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
  { files: ["**/*.js", "**/*.cjs"], ...tseslint.configs.disableTypeChecked },
  { files: ["**/*.cjs"], rules: { "@typescript-eslint/no-require-imports": "off" } },
);
