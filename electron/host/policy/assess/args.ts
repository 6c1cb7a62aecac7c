import { assessCommand, assessProgram, type CommandAssessment } from "./command/index.ts";
import { classifyPath, leadsOutside } from "./paths.ts";
import { reason } from "./reasons.ts";
import type { AssessInput, Ground } from "./types.ts";

/** Above this many bytes of arguments a call asks (security §4.1). */
const largeBytes = 100 * 1024;
const manyFiles = 20;
/** Most strings of one call's arguments that are looked at, and how deep. */
const mostStrings = 2000;
const deepest = 20;

interface Text {
  /** The nearest property name above it. */
  readonly key: string;
  readonly text: string;
}

/** Every string in the arguments with the name it stands under. */
function textsOf(args: unknown): Text[] {
  const found: Text[] = [];
  const walk = (value: unknown, key: string, depth: number): void => {
    if (found.length >= mostStrings || depth > deepest) return;
    if (typeof value === "string") found.push({ key, text: value });
    else if (Array.isArray(value)) for (const item of value) walk(item, key, depth + 1);
    else if (typeof value === "object" && value !== null) {
      for (const [name, item] of Object.entries(value)) walk(item, name, depth + 1);
    }
  };
  walk(args, "", 0);
  return found;
}

const secretText =
  /-----BEGIN [A-Z ]*PRIVATE KEY|\b(?:sk|rk|pk)-[A-Za-z0-9_-]{20,}|\bgh[pousr]_[A-Za-z0-9]{30,}|\bAKIA[A-Z0-9]{16}\b|\bxox[abpr]-[A-Za-z0-9-]{10,}/;
const recipientKey = /^(?:to|cc|bcc|recipients?|email|emails|mail_?to|send_?to)$/i;
const commandKey = /^(?:command|commands|cmd|script|shell|bash|code_to_run|commandline)$/i;
const looksLikePath = (text: string): boolean => text.length < 4096 && !text.includes("\n");

function textReasons({ key, text }: Text, workspacePath: string): string[] {
  const reasons: string[] = [];
  const url = /\b(?:https?|wss?|ftp|ssh|file|data):\/{0,2}[^\s"']{3,}/i.exec(text.slice(0, 8192));
  if (url !== null) reasons.push(reason("url", url[0].replace(/[?#].*$/, "").replace(/\/\/[^/@]*@/, "//")));
  if (url === null && looksLikePath(text) && leadsOutside(text, workspacePath))
    reasons.push(reason("outside", text));
  if (
    looksLikePath(text) &&
    /path|file|uri|dir|folder|source|dest|target/i.test(key) &&
    classifyPath(text).isProtected
  ) {
    reasons.push(reason("protectedFile", text));
  }
  if (secretText.test(text)) reasons.push(reason("secret"));
  return reasons;
}

/** Raises by the arguments of a tool of a server that does not ship with the app. */
export function foreignArguments({ args, workspacePath }: AssessInput): Ground[] {
  const grounds: Ground[] = [];
  const texts = textsOf(args);
  const raised = [...new Set(texts.flatMap((item) => textReasons(item, workspacePath)))];
  if (raised.length > 0) grounds.push({ severity: "L3", rule: "arguments", reasons: raised.slice(0, 12) });
  const recipient = texts.find(
    ({ key, text }) => recipientKey.test(key) && /[^\s@]+@[^\s@]+\.[^\s@]+/.test(text),
  );
  if (recipient !== undefined) {
    grounds.push({
      severity: "L4",
      rule: "arguments:recipient",
      reasons: [reason("recipient", recipient.text)],
    });
  }
  for (const { text } of texts.filter(({ key }) => commandKey.test(key))) {
    const { severity, reasons } = assessCommand(text, workspacePath);
    grounds.push({ severity, rule: "arguments:command", reasons });
  }
  return grounds;
}

/** Raises by the size of the arguments, whoever's tool it is. */
export function sizeGround({ args }: AssessInput): Ground[] {
  const bytes = Buffer.byteLength(JSON.stringify(args));
  if (bytes <= largeBytes) return [];
  return [{ severity: "L3", rule: "arguments:size", reasons: [reason("large", Math.round(bytes / 1024))] }];
}

const pathOf = (value: unknown): string[] => (typeof value === "string" && value !== "" ? [value] : []);

/** Raises where a bundled tool would change what grants rights, or very many files. */
export function changedFiles({ args, previewFiles = [], touched }: AssessInput): Ground[] {
  const named = ["path", "from", "to"].flatMap((key) => pathOf(args[key]));
  const guarded = touched?.guarded ?? [];
  const paths = [...new Set([...previewFiles.map((file) => file.path), ...named, ...guarded])];
  const isMarked = new Set(previewFiles.filter((file) => file.isProtected === true).map((file) => file.path));
  for (const path of guarded) isMarked.add(path);
  const isGuarded = paths.filter((path) => isMarked.has(path) || classifyPath(path).isProtected);
  const grounds: Ground[] = [];
  if (isGuarded.length > 0) {
    grounds.push({
      severity: "L3",
      rule: "protectedFile",
      reasons: isGuarded.map((path) => reason("protectedFile", path)),
    });
  }
  const count = Math.max(paths.length, touched?.fileCount ?? 0);
  if (count > manyFiles)
    grounds.push({ severity: "L3", rule: "manyFiles", reasons: [reason("manyFiles", count)] });
  return grounds;
}

/** Raises where a bundled tool would read what is likely a secret. Paths outside are the server's to refuse. */
export function readFiles({ args }: AssessInput): Ground[] {
  const secrets = [...pathOf(args["path"]), ...pathOf(args["filename"])].filter(
    (path) => classifyPath(path).isSecret,
  );
  if (secrets.length === 0) return [];
  return [{ severity: "L3", rule: "secretFile", reasons: secrets.map((path) => reason("secretFile", path)) }];
}

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

/** A shell line by what it says; a program by exactly the words it gets. */
const assessed = ({ args, workspacePath }: AssessInput): CommandAssessment => {
  if (typeof args["command"] === "string") return assessCommand(args["command"], workspacePath);
  const program = typeof args["program"] === "string" ? [args["program"]] : [];
  return assessProgram([...program, ...strings(args["args"])], workspacePath);
};

/** Judges a bundled command tool by its command, or by program and arguments. */
export function commandGround(input: AssessInput): Ground {
  const found = assessed(input);
  const outward = found.reasons.find((why) =>
    /^(?:publishes|pushes|cloud|httpWrite|otherMachine|moreRights|mail|credentials|irreversible)/.test(why),
  );
  const rule =
    found.severity === "L4"
      ? `command:${(outward ?? "outward").split(":", 1)[0] ?? "outward"}`
      : "class:command";
  const asked = [
    ...(input.args["network"] === true ? [reason("network")] : []),
    ...(input.args["background"] === true ? [reason("background")] : []),
  ];
  return { severity: found.severity, rule, reasons: [reason("runsCommand"), ...asked, ...found.reasons] };
}
