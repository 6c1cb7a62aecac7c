import type { ProjectFolder } from "../project/index.ts";

/** A formatter that a project has declared, and how it formats one file from its standard input to its output. */
export interface Formatter {
  readonly name: string;
  /** What declares it, for people. */
  readonly declaredBy: string;
  /** Endings of the files it formats, with the dot. */
  readonly endings: readonly string[];
  readonly program: string;
  /** @param file absolute path of the file, by which it finds its configuration; never an option */
  readonly args: (file: string) => readonly string[];
}

/** Files that declare a formatter by being there. */
const configFiles = {
  biome: ["biome.json", "biome.jsonc"],
  prettier: [
    ".prettierrc",
    ...["json", "json5", "yaml", "yml", "toml", "js", "cjs", "mjs", "ts"].map((end) => `.prettierrc.${end}`),
    ...["js", "cjs", "mjs", "ts"].map((end) => `prettier.config.${end}`),
  ],
  ruff: ["ruff.toml", ".ruff.toml"],
} as const;

/** Everything that detection looks at. */
export const formatterMarkers: readonly string[] = [
  "package.json",
  ...configFiles.biome,
  ...configFiles.prettier,
  "pyproject.toml",
  ...configFiles.ruff,
  "go.mod",
  "Cargo.toml",
];

const script = ".js .jsx .mjs .cjs .ts .tsx .mts .cts".split(" ");

function packageOf(folder: ProjectFolder): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(folder.read("package.json") ?? "{}");
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    // A broken package.json declares nothing; what is wrong with it says run_npm_script.
    return {};
  }
}

function dependsOn(manifest: Readonly<Record<string, unknown>>, name: string): boolean {
  return ["dependencies", "devDependencies"].some((key) => {
    const group = manifest[key];
    return typeof group === "object" && group !== null && Object.hasOwn(group, name);
  });
}

function webFormatters(folder: ProjectFolder): Formatter[] {
  const manifest = packageOf(folder);
  const declared = (files: readonly string[], dependency: string, key?: string): string | undefined =>
    files.find((name) => folder.has(name)) ??
    (dependsOn(manifest, dependency) || (key !== undefined && key in manifest) ? "package.json" : undefined);
  const biome = declared(configFiles.biome, "@biomejs/biome");
  const prettier = declared(configFiles.prettier, "prettier", "prettier");
  return [
    ...(biome === undefined
      ? []
      : [
          {
            name: "biome",
            declaredBy: biome,
            endings: [...script, ".json", ".jsonc", ".css"],
            program: "biome",
            args: (file: string) => ["format", `--stdin-file-path=${file}`],
          },
        ]),
    ...(prettier === undefined
      ? []
      : [
          {
            name: "prettier",
            declaredBy: prettier,
            endings: [
              ...script,
              ...".json .json5 .jsonc .css .scss .less .html .vue .md .mdx .yaml .yml .graphql .gql".split(
                " ",
              ),
            ],
            program: "prettier",
            args: (file: string) => ["--no-color", `--stdin-filepath=${file}`],
          },
        ]),
  ];
}

function pythonFormatters(folder: ProjectFolder): Formatter[] {
  const pyproject = folder.read("pyproject.toml") ?? "";
  const ruff =
    configFiles.ruff.find((name) => folder.has(name)) ??
    (/^\[tool\.ruff\b/m.test(pyproject) ? "pyproject.toml" : undefined);
  const endings = [".py", ".pyi"];
  return [
    ...(ruff === undefined
      ? []
      : [
          {
            name: "ruff",
            declaredBy: ruff,
            endings,
            program: "ruff",
            args: (file: string) => ["format", "--no-cache", `--stdin-filename=${file}`, "-"],
          },
        ]),
    ...(/^\[tool\.black\]/m.test(pyproject)
      ? [
          {
            name: "black",
            declaredBy: "pyproject.toml",
            endings,
            program: "black",
            args: (file: string) => ["--quiet", `--stdin-filename=${file}`, "-"],
          },
        ]
      : []),
  ];
}

function systemFormatters(folder: ProjectFolder): Formatter[] {
  const cargo = folder.read("Cargo.toml");
  const [, edition = "2021"] = /^\s*edition\s*=\s*"(\d{4})"/m.exec(cargo ?? "") ?? [];
  return [
    ...(folder.read("go.mod") === undefined
      ? []
      : [{ name: "gofmt", declaredBy: "go.mod", endings: [".go"], program: "gofmt", args: () => [] }]),
    ...(cargo === undefined
      ? []
      : [
          {
            name: "rustfmt",
            declaredBy: "Cargo.toml",
            endings: [".rs"],
            program: "rustfmt",
            args: () => ["--emit=stdout", `--edition=${edition}`],
          },
        ]),
  ];
}

/** The formatters of a project; of two for one ending the first counts. @throws Refusal when a marker cannot be read */
export function declaredFormatters(folder: ProjectFolder): readonly Formatter[] {
  return [...webFormatters(folder), ...pythonFormatters(folder), ...systemFormatters(folder)];
}
