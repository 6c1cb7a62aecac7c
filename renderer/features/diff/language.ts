const byExtension: Readonly<Record<string, string>> = {
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  jsx: "javascript",
  // The JavaScript grammar colours JSON too and needs no second one.
  json: "javascript",
  jsonc: "javascript",
  webmanifest: "javascript",
  ts: "typescript",
  mts: "typescript",
  cts: "typescript",
  tsx: "typescript",
  css: "css",
  scss: "css",
  less: "css",
  html: "html",
  htm: "html",
  vue: "html",
  svelte: "html",
  md: "markdown",
  markdown: "markdown",
  mdx: "markdown",
  py: "python",
  pyi: "python",
  yaml: "yaml",
  yml: "yaml",
  sh: "shell",
  bash: "shell",
  zsh: "shell",
  go: "go",
  rs: "rust",
  java: "java",
  kt: "java",
  sql: "sql",
  xml: "xml",
  svg: "xml",
  plist: "xml",
};

const byName: Readonly<Record<string, string>> = {
  dockerfile: "shell",
  makefile: "shell",
  ".bashrc": "shell",
  ".zshrc": "shell",
};

/** The grammar that colours a file, by its name; `plaintext` for what has none. */
export const languageOf = (path: string): string => {
  const name = (path.split(/[\\/]/).at(-1) ?? "").toLowerCase();
  const dot = name.lastIndexOf(".");
  const extension = dot === -1 ? "" : name.slice(dot + 1);
  return (
    byName[name] ??
    (Object.hasOwn(byExtension, extension) ? (byExtension[extension] ?? "plaintext") : "plaintext")
  );
};
