import type { Language } from "./recording.ts";

/** `exit 1; 0.12 s in .` → 1. `null` when the command did not end by itself. */
export function exitCodeOf(result: string): number | null {
  const code = /^exit (\d+)/m.exec(result)?.[1];
  return code === undefined ? null : Number(code);
}

/** Names of failing tests in the output of Node's runner, each once; empty when the output does not show them. */
export function failingTests(result: string): string[] {
  const names = [
    ...result.matchAll(/^\s*(?:✖ (?!failing tests)(.+?) \([\d.]+ms\)|not ok \d+ - (.+))$/gm),
  ].map((match) => match[1] ?? match[2] ?? "");
  return [...new Set(names)];
}

/** How many tests passed, by Node's runner; `null` when the output does not show it. */
export function passedTests(result: string): number | null {
  const count = /^(?:ℹ|#) pass (\d+)/m.exec(result)?.[1];
  return count === undefined ? null : Number(count);
}

const quoted = (text: string, language: Language): string =>
  language === "zh" ? `（${text}）` : ` (${text})`;

/** The reason that a person gave for a refusal, ready to be put behind a sentence; empty when none was given. */
export function reasonIn(result: string, language: Language): string {
  const reason = /Reason given: ([^\n]+)/.exec(result)?.[1]?.trim() ?? "";
  if (reason === "") return "";
  return language === "zh" ? `您的理由：“${reason}”。` : ` Your reason: "${reason}".`;
}

/** The first telling line of a failed result, ready to be put behind a sentence. */
export function failureIn(result: string, language: Language): string {
  const lines = result.split("\n").map((line) => line.trim());
  const error =
    lines.find((line) => /^(?:fatal|error|.*Error)\b/i.test(line)) ?? lines.find((line) => line !== "") ?? "";
  return error === "" ? "" : quoted(error.slice(0, 200).replace(/[.。]$/, ""), language);
}

/** Which tests failed, as a sentence; empty when the output does not say. */
export function failingIn(result: string, language: Language): string {
  const names = failingTests(result);
  if (names.length === 0) return "";
  const list = names
    .slice(0, 5)
    .map((name) => `\`${name}\``)
    .join(language === "zh" ? "、" : ", ");
  return language === "zh" ? `未通过：${list}。` : ` Failing: ${list}.`;
}

/** How many tests passed, as a sentence; empty when the output does not say. */
export function passedIn(result: string, language: Language): string {
  const count = passedTests(result);
  if (count === null) return "";
  return language === "zh" ? `（${count} 项通过）` : ` (${count} passed)`;
}
