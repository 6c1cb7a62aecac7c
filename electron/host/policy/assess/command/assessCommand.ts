import type { Severity } from "../../../../../shared/contract/index.ts";
import { classifyPath, leadsOutside } from "../paths.ts";
import { reason } from "../reasons.ts";
import { collect, type Collected } from "./collect.ts";
import { parseCommand } from "./parser.ts";
import { outwardReason } from "./programs.ts";
import { programName, unwrap } from "./unwrap.ts";
import { literal, type Word } from "./words.ts";

/** What a command line may do. Never below L3: it runs code. */
export interface CommandAssessment {
  readonly severity: Extract<Severity, "L3" | "L4">;
  readonly reasons: readonly string[];
  /** Names of every program that is known to run, in order, each once. */
  readonly programs: readonly string[];
  /** Plain commands of literal words and nothing else: only such a line may ever match a rule (security §4.3). */
  readonly isFullyLiteral: boolean;
}

const longest = 8 * 1024;
const longestParsed = 64 * 1024;
const mostCommands = 20;
const deepest = 5;
/** C0 but tab and line feed, NEL, no-break space, line separators, zero-width, bidirectional and tag characters. */
const hidden =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/u;

/** What is gathered while a line and the lines inside it are read. */
interface Findings {
  readonly reasons: Set<string>;
  readonly programs: Set<string>;
  isOutward: boolean;
  isFullyLiteral: boolean;
  count: number;
}

/**
 * A command in few words, without its options: they can carry secrets, and reasons stand in the log. Of an address only the
 * host is named.
 */
function label(words: readonly Word[]): string {
  const [head, ...rest] = words;
  const operand =
    rest.find((word) => word.isLiteral && /^[A-Za-z0-9@][^\s=]{0,79}$/.test(word.text))?.text ?? "";
  const address = rest
    .map((word) => /^[a-z]+:\/\/(?:[^/@]*@)?([^/?#]+)/i.exec(word.text)?.[1])
    .find((host) => host !== undefined);
  const shown = address ?? (operand.includes("://") || operand.length > 40 ? "" : operand);
  return `${head === undefined ? "" : programName(head)} ${shown}`.trim();
}

/** Reads text that is no command line by itself, or could not be parsed: cut at everything that can part commands. */
function scan(text: string, findings: Findings): void {
  for (const part of text.slice(0, longestParsed).split(/[;\n\r|&(){}`"'<>,]+|\$\(/)) {
    const words = part
      .trim()
      .split(/[\s\[\]]+/)
      .filter((word) => word !== "")
      .map((word) => literal(word));
    for (let at = 0; at < Math.min(words.length, 40); at++) {
      const code = outwardReason(words.slice(at));
      if (code === null) continue;
      findings.isOutward = true;
      findings.reasons.add(reason(code, label(words.slice(at))));
      break;
    }
  }
}

const looksLikePath = (text: string): boolean => text.length < 4096 && !/^-|[\n]/.test(text);

function judgeSimple(
  words: readonly Word[],
  findings: Findings,
  workspacePath: string,
  depth: number,
): boolean {
  const { commands, scripts, isFed, inline } = unwrap(words);
  for (const command of commands) {
    const [head] = command;
    if (head === undefined) continue;
    if (head.isLiteral) findings.programs.add(programName(head));
    else findings.reasons.add(reason("unknownProgram"));
    const code = outwardReason(command);
    if (code === null) continue;
    findings.isOutward = true;
    findings.reasons.add(reason(code, label(command)));
  }
  for (const script of scripts) {
    if (script.isLiteral) read(script.text, findings, workspacePath, depth + 1);
    else scan(script.text, findings);
  }
  for (const { program, code } of inline) {
    findings.reasons.add(reason("inlineCode", program));
    scan(code.text, findings);
  }
  for (const word of words.slice(1)) {
    if (!word.isLiteral) continue;
    if (leadsOutside(word.text, workspacePath)) findings.reasons.add(reason("outside", word.text));
    if (looksLikePath(word.text) && classifyPath(word.text).isProtected)
      findings.reasons.add(reason("protectedFile", word.text));
  }
  return isFed;
}

function judge(
  line: string,
  found: Collected,
  findings: Findings,
  workspacePath: string,
  depth: number,
): void {
  for (const why of found.reasons) findings.reasons.add(why);
  findings.count += found.commands.length;
  if (!found.isFullyLiteral) findings.isFullyLiteral = false;
  let isFed = false;
  for (const words of found.commands) isFed = judgeSimple(words, findings, workspacePath, depth) || isFed;
  for (const text of found.fed) scan(text, findings);
  if (isFed && (found.commands.length > 1 || found.fed.length > 0)) {
    findings.reasons.add(reason("pipedToShell"));
    scan(line, findings);
  }
  for (const { text } of found.redirects) {
    if (leadsOutside(text, workspacePath)) findings.reasons.add(reason("outside", text));
    if (classifyPath(text).isProtected) findings.reasons.add(reason("protectedFile", text));
  }
}

function read(line: string, findings: Findings, workspacePath: string, depth: number): void {
  const tree = depth > deepest || line.length > longestParsed ? null : parseCommand(line);
  if (tree === null) {
    findings.isFullyLiteral = false;
    findings.reasons.add(reason("unparsable"));
    scan(line, findings);
    return;
  }
  try {
    if (tree.rootNode.hasError) {
      findings.reasons.add(reason("unparsable"));
      scan(line, findings);
    }
    judge(line, collect(tree.rootNode), findings, workspacePath, depth);
  } finally {
    tree.delete();
  }
}

const begin = (): Findings => ({
  reasons: new Set(),
  programs: new Set(),
  isOutward: false,
  isFullyLiteral: true,
  count: 0,
});

function checkText(text: string, findings: Findings): void {
  if (hidden.test(text)) {
    findings.isFullyLiteral = false;
    findings.reasons.add(reason("hiddenCharacters"));
  }
  if (text.length > longest) {
    findings.isFullyLiteral = false;
    findings.reasons.add(reason("tooLong"));
  }
}

const found = (findings: Findings): CommandAssessment => ({
  severity: findings.isOutward ? "L4" : "L3",
  reasons: [...findings.reasons],
  programs: [...findings.programs],
  isFullyLiteral: findings.isFullyLiteral && findings.count > 0,
});

/**
 * Judges a program with a list of arguments, which no shell reads: the words are what the program gets. Only lines that
 * they carry for a shell or an interpreter are read like {@link assessCommand} reads them. Pure but for the parser.
 */
export function assessProgram(argv: readonly string[], workspacePath = "/"): CommandAssessment {
  const findings = begin();
  checkText(argv.join(" "), findings);
  findings.count = 1;
  judgeSimple(argv.map(literal), findings, workspacePath, 0);
  return found(findings);
}

/**
 * Judges a command line: L4 where it acts outside the machine, asks for more rights or cannot be undone (GOV-01), else L3.
 * Looks into pipelines, lists, substitutions, wrappers and shells in shells. Pure but for the parser, which
 * {@link initCommandParser} loads; without it the line is judged by its bare words and says so.
 */
export function assessCommand(line: string, workspacePath = "/"): CommandAssessment {
  const findings = begin();
  checkText(line, findings);
  read(line, findings, workspacePath, 0);
  if (findings.count > mostCommands) {
    findings.isFullyLiteral = false;
    findings.reasons.add(reason("manyCommands", findings.count));
  }
  return found(findings);
}
