import type { ReasonCode } from "../reasons.ts";
import type { Word } from "./words.ts";

type Rule = (words: readonly Word[]) => ReasonCode | null;

const readMethods = /^(?:GET|HEAD|OPTIONS|TRACE)$/i;
const curlLong =
  /^--(?:data(?:-ascii|-binary|-raw|-urlencode)?|json|form(?:-string|-escape)?|upload-file|mail-(?:from|rcpt)|quote|config)(?:=|$)/;
/** Short options of curl that take a value: behind one of them a bundle of letters ends. */
const curlValued = "AbcCdDeEFhHKmoPQrtTuUwxXyYz";

/** The method that `-X` or `--request` names, `null` without one; an unknown word counts as a write. */
function curlMethod(words: readonly Word[], at: number): Word | null {
  const word = words[at];
  if (word === undefined) return null;
  if (word.text === "--request" || word.text === "-X") return words[at + 1] ?? null;
  if (word.text.startsWith("--request=")) return { ...word, text: word.text.slice(10) };
  const bundle = /^-([a-zA-Z#:\d]*?)X(.*)$/.exec(word.text);
  if (
    bundle === null ||
    word.text.startsWith("--") ||
    [...(bundle[1] ?? "")].some((letter) => curlValued.includes(letter))
  )
    return null;
  return bundle[2] === "" ? (words[at + 1] ?? null) : { ...word, text: bundle[2] ?? "" };
}

/** The letters of a bundle of short options, up to the first that takes a value. */
function letters(text: string): string {
  if (!/^-[a-zA-Z#:\d]/.test(text)) return "";
  const all = [...text.slice(1)];
  const end = all.findIndex((letter) => curlValued.includes(letter));
  return (end === -1 ? all : all.slice(0, end + 1)).join("");
}

const carriesSubstitution = (words: readonly Word[]): boolean => words.some((word) => word.hasSubstitution);

const curl: Rule = (words) => {
  const isGet = words.some((word) => word.text === "--get" || letters(word.text).includes("G"));
  for (let at = 1; at < words.length; at++) {
    const word = words[at];
    if (word === undefined) continue;
    const method = curlMethod(words, at);
    if (method !== null && !(method.isLiteral && readMethods.test(method.text))) return "httpWrite";
    const short = letters(word.text);
    const sends = curlLong.test(word.text) || /[FTKQ]/.test(short) || short.includes("d");
    const isQuery = isGet && (short.includes("d") || word.text.startsWith("--data"));
    if (sends && !isQuery) return "httpWrite";
    if (/^smtps?:/i.test(word.text)) return "mail";
  }
  return carriesSubstitution(words) ? "httpWrite" : null;
};

const wget: Rule = (words) => {
  const writes = words.some((word, at) => {
    if (/^--(?:post-(?:data|file)|body-(?:data|file))/.test(word.text)) return true;
    const method = word.text === "--method" ? words[at + 1]?.text : /^--method=(.*)$/.exec(word.text)?.[1];
    return method !== undefined && !readMethods.test(method);
  });
  return writes || carriesSubstitution(words) ? "httpWrite" : null;
};

/** httpie and its kin: a method in capitals, or request items that make a body. */
const httpie: Rule = (words) => {
  const rest = words.slice(1).filter((word) => !word.text.startsWith("-"));
  const isWrite =
    words.some((word) => /^--(?:form|multipart|raw)/.test(word.text) || word.text === "-f") ||
    (/^[A-Za-z]+$/.test(rest[0]?.text ?? "") && rest.length > 1 && !readMethods.test(rest[0]?.text ?? "")) ||
    rest.slice(1).some((word) => /^[^\s=:@/]+(?::=|=(?!=)|@)/.test(word.text));
  return isWrite || carriesSubstitution(words) ? "httpWrite" : null;
};

/** Programs that speak HTTP, with what makes a request of theirs a write. */
export const httpRules: Readonly<Record<string, Rule>> = {
  curl,
  curlie: curl,
  wget,
  wget2: wget,
  http: httpie,
  https: httpie,
  xh: httpie,
  xhs: httpie,
  grpcurl: () => "httpWrite",
  websocat: () => "otherMachine",
  wscat: () => "otherMachine",
};
