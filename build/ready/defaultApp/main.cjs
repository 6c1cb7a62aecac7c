"use strict";
// Makes `electron FOLDER` and `electron FILE` work on a runtime that was shipped inside another app and so came
// without this part: modules asked for by -r are loaded first, then the app takes its name, version and folder from
// its package.json, as it would when started by an Electron of its own.

const { existsSync, readFileSync, statSync } = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { app } = require("electron");

/** Splits the command line: modules to load first, and the app to start. Chromium's own switches are passed over. */
function parse(argv) {
  const required = [];
  for (let index = 0; index < argv.length; index += 1) {
    const arg = argv[index];
    if (arg === "-r" || arg === "--require") {
      required.push(path.resolve(argv[index + 1] ?? ""));
      index += 1;
    } else if (!arg.startsWith("-")) {
      return { required, target: path.resolve(arg) };
    }
  }
  return { required, target: process.cwd() };
}

/** The entry file of a folder or file, and the manifest that names the app. */
function resolveApp(target) {
  if (!statSync(target).isDirectory()) return { entry: target, folder: path.dirname(target), manifest: {} };
  const file = path.join(target, "package.json");
  const manifest = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  return { entry: path.join(target, manifest.main ?? "index.js"), folder: target, manifest };
}

const { required, target } = parse(process.argv.slice(1));
process.defaultApp = true;
for (const file of required) require(file);
try {
  const { entry, folder, manifest } = resolveApp(target);
  const name = manifest.productName ?? manifest.name;
  if (name !== undefined) app.setName(name);
  if (manifest.version !== undefined) app.setVersion(manifest.version);
  app.setAppPath(folder);
  if (entry.endsWith(".mjs")) {
    import(pathToFileURL(entry).href).catch(fail);
  } else {
    Module._load(entry, Module, true);
  }
} catch (error) {
  fail(error);
}

function fail(error) {
  console.error(`Cannot start the app at ${target}: ${error instanceof Error ? error.stack : String(error)}`);
  app.exit(1);
}
