import { linkSync, lstatSync, mkdirSync, renameSync, rmdirSync, unlinkSync } from "node:fs";
import { rm } from "node:fs/promises";
import { errnoOf } from "../outcome/index.ts";
import type { Hooks } from "../protocol/index.ts";
import { copyTree } from "./copyTree.ts";

/** Where an entry goes from and to: paths that lead through open descriptors where the system has them. */
export interface Relocation {
  readonly from: string;
  readonly to: string;
  /** Names beside `from` and `to` for the parts of a move between devices; nothing is there. */
  readonly fromAside: string;
  readonly toAside: string;
  /** `to` is another spelling of `from` itself: being taken by it is no obstacle. */
  readonly isRespelled: boolean;
  readonly signal: AbortSignal;
  readonly hooks: Hooks;
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function taken(path: string): Error {
  return Object.assign(new Error(`${path} exists`), { code: "EEXIST" });
}

/** The check and the rename are two steps here: only for what has no step that does both. */
function renameChecked(from: string, to: string): void {
  if (exists(to)) throw taken(to);
  renameSync(from, to);
}

/** A second name fails where something is; the first name then goes. */
function relinkFile(from: string, to: string, hooks: Hooks): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (["EEXIST", "EXDEV", "ENOENT"].includes(errnoOf(error))) throw error;
    // No hard links here, or not for this file.
    renameChecked(from, to);
    return;
  }
  hooks.reached?.("linked");
  try {
    unlinkSync(from);
  } catch (error) {
    unlinkSync(to);
    throw error;
  }
}

/** Making the folder fails where something is; a rename then replaces it, if it is still empty. */
function replaceOwnFolder(from: string, to: string, hooks: Hooks): void {
  mkdirSync(to, { mode: 0o700 });
  hooks.reached?.("linked");
  try {
    renameSync(from, to);
  } catch (error) {
    rmdirSync(to);
    throw error;
  }
}

/** Moves within one device, in one step that never replaces anything. Throws EEXIST or EXDEV among others. */
function moveHere(from: string, to: string, hooks: Hooks): void {
  const stat = lstatSync(from);
  if (stat.isFile()) relinkFile(from, to, hooks);
  else if (stat.isDirectory() && process.platform !== "win32") replaceOwnFolder(from, to, hooks);
  else renameChecked(from, to);
}

async function moveAcross(move: Relocation): Promise<void> {
  try {
    await copyTree(move.from, move.toAside, move.signal);
    move.hooks.reached?.("copied");
    moveHere(move.toAside, move.to, move.hooks);
  } catch (error) {
    await rm(move.toAside, { recursive: true, force: true });
    throw error;
  }
  move.hooks.reached?.("placed");
  try {
    renameSync(move.from, move.fromAside);
  } catch (error) {
    await rm(move.to, { recursive: true, force: true });
    throw error;
  }
  try {
    await rm(move.fromAside, { recursive: true, force: true });
  } catch (error) {
    // The move is done; only the hidden remains of the old place are left.
    process.stderr.write(`loopwright-workspace: ${move.fromAside} is left: ${String(error)}\n`);
  }
}

/**
 * Moves a file, folder or link as it is, also between devices; never onto something that exists (EEXIST). It is at its
 * old place, or whole at its new one: at no moment in parts.
 */
export async function relocate(move: Relocation): Promise<void> {
  try {
    if (move.isRespelled) renameSync(move.from, move.to);
    else moveHere(move.from, move.to, move.hooks);
  } catch (error) {
    if (errnoOf(error) !== "EXDEV") throw error;
    await moveAcross(move);
  }
}
