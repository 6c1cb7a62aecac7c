"use strict";

/** What a folder may know. Each rule's comment is what a person sees when it is broken. */
const test = "\\.test\\.tsx?$";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment:
        "Modules that need each other cannot be understood, tested or moved alone: take the shared part out.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "unresolvable",
      comment: "This import leads nowhere.",
      severity: "error",
      from: {},
      // What Vite makes of a file (?worker, ?raw, virtual:) is checked by the build and by types.
      to: { couldNotResolve: true, pathNot: "\\?(worker|raw|url|inline)$|^virtual:" },
    },
    {
      name: "shared-is-pure",
      comment: "shared/ runs in every process: it knows no other folder.",
      severity: "error",
      from: { path: "^shared/", pathNot: test },
      to: { path: "^(electron|renderer|build|test)/" },
    },
    {
      name: "shared-has-no-runtime",
      comment: "shared/ is pure TypeScript: no module of Node's.",
      severity: "error",
      from: { path: "^shared/", pathNot: test },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "shared-needs-little",
      comment: "shared/ is loaded by every process, so that of packages it may use zod alone.",
      severity: "error",
      from: { path: "^shared/", pathNot: test },
      to: { path: "node_modules", pathNot: "node_modules/zod/" },
    },
    {
      name: "renderer-not-to-electron",
      comment: "The page reaches the main side through the contract (renderer/bridge) and no other way.",
      severity: "error",
      from: { path: "^renderer/", pathNot: test },
      to: { path: "^(electron|build|test)/|node_modules/(electron|better-sqlite3|@modelcontextprotocol)/" },
    },
    {
      name: "renderer-has-no-node",
      comment: "The page is sandboxed: there is no Node in it.",
      severity: "error",
      from: { path: "^renderer/", pathNot: test },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "host-and-servers-without-electron",
      comment: "The host and the servers run on plain Node, in the app, in tests and in CI alike.",
      severity: "error",
      from: { path: "^electron/(host|servers)/" },
      to: { path: "node_modules/electron/|^electron/(main|preload)/|^renderer/" },
    },
    {
      name: "host-not-to-servers",
      comment:
        "A bundled server is started and spoken to like any other: over stdio. The reader of a team's policy alone is shared, so that the window and the server always agree.",
      severity: "error",
      from: { path: "^electron/host/", pathNot: test },
      to: { path: "^electron/servers/", pathNot: "^electron/servers/workspace/team/policy/" },
    },
    {
      name: "servers-stand-alone",
      comment: "Each server is a program of its own: it knows neither the host nor another server.",
      severity: "error",
      from: { path: "^electron/servers/([^/]+)/", pathNot: test },
      to: { path: "^electron/(host|servers)/", pathNot: "^electron/servers/$1/" },
    },
    {
      name: "main-stays-thin",
      comment: "Main starts the host as a process: it loads neither the host's code nor the page's.",
      severity: "error",
      from: { path: "^electron/(main|preload)/", pathNot: test },
      to: { path: "^(electron/(host|servers)|renderer|build|test)/" },
    },
    {
      name: "preload-stands-alone",
      comment: "The preload script exposes the contract and nothing else.",
      severity: "error",
      from: { path: "^electron/preload/" },
      to: { path: "^electron/main/" },
    },
    {
      name: "renderer-features-by-index",
      comment: "A feature is reached through its index.ts.",
      severity: "error",
      from: { path: "^renderer/", pathNot: `^renderer/features/([^/]+)/|${test}` },
      to: { path: "^renderer/features/[^/]+/", pathNot: "/index\\.tsx?$" },
    },
    {
      name: "renderer-feature-to-feature-by-index",
      comment: "A feature reaches another through its index.ts.",
      severity: "error",
      from: { path: "^renderer/features/([^/]+)/", pathNot: test },
      to: { path: "^renderer/features/[^/]+/", pathNot: "^renderer/features/$1/|/index\\.tsx?$" },
    },
    {
      name: "host-features-by-index",
      comment: "A part of the host is reached through its index.ts.",
      severity: "error",
      from: { path: "^electron/host/[^/]+\\.ts$", pathNot: test },
      to: { path: "^electron/host/[^/]+/", pathNot: "/index\\.ts$" },
    },
    {
      name: "host-feature-to-feature-by-index",
      comment: "A part of the host reaches another through its index.ts.",
      severity: "error",
      from: { path: "^electron/host/([^/]+)/", pathNot: test },
      to: { path: "^electron/host/[^/]+/", pathNot: "^electron/host/$1/|/index\\.ts$" },
    },
    {
      name: "product-not-to-tests",
      comment: "What ships does not load tests or build scripts.",
      severity: "error",
      from: { path: "^(shared|electron|renderer)/", pathNot: test },
      to: { path: "^(test|build)/|\\.test\\.tsx?$" },
    },
    {
      name: "product-not-to-dev-dependencies",
      comment: "What the shipped Node loads must be a dependency of its own, or the package lacks it.",
      severity: "error",
      from: { path: "^electron/(host|servers)/|^shared/", pathNot: test },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(test/fixtures|build/resources|\\.cache|\\.vite|out|dist)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.base.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mts", ".mjs", ".js", ".cjs", ".json", ".d.ts"],
    },
  },
};
