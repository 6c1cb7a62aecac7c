import { readFileSync, statSync } from "node:fs";
import { createLocalJWKSet, createRemoteJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from "jose";
import type { Policy } from "../policy/index.ts";

/** The keys cannot be had now: that says nothing about the token. */
export class KeysUnavailable extends Error {
  constructor(why: string, cause?: unknown) {
    super(why, { cause });
    this.name = "KeysUnavailable";
  }
}

type Source = Policy["auth"]["jwks"];

function readKeys(file: string): JWTVerifyGetKey {
  try {
    return createLocalJWKSet(JSON.parse(readFileSync(file, "utf8")) as JSONWebKeySet);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new KeysUnavailable(`The key file of the policy cannot be used: ${why}`, error);
  }
}

/** Reads the file again when it has changed, so that keys can be changed without a restart. */
function fileKeys(file: string): JWTVerifyGetKey {
  let stamp = "";
  let keys: JWTVerifyGetKey | undefined;
  return async (header, token) => {
    const stat = statSync(file, { throwIfNoEntry: false });
    const found = stat === undefined ? "" : `${stat.mtimeMs} ${stat.size} ${stat.ino}`;
    if (keys === undefined || found !== stamp) keys = readKeys(file);
    stamp = found;
    return await keys(header, token);
  };
}

function keysOf(source: Source): JWTVerifyGetKey {
  if ("url" in source) return createRemoteJWKSet(new URL(source.url), { timeoutDuration: 5_000 });
  if ("file" in source) return fileKeys(source.file);
  return createLocalJWKSet(source);
}

/** Finds the keys that a policy names; those from a URL are kept for ten minutes, and asked for again for a new key id. */
export function createKeys(): (source: Source) => JWTVerifyGetKey {
  let known: { readonly name: string; readonly keys: JWTVerifyGetKey } | undefined;
  return (source) => {
    const name = JSON.stringify(source);
    if (known?.name !== name) known = { name, keys: keysOf(source) };
    return known.keys;
  };
}
