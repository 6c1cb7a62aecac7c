/** A policy as the form edits it: the parsed JSON, whatever it holds besides is kept. The host alone says whether it is good. */
export type PolicyObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is PolicyObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The policy of a text, or undefined where the text is no JSON object and only the text can be edited. */
export const policyOf = (text: string): PolicyObject | undefined => {
  try {
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
};

/** How a policy is written to its file. */
export const policyText = (policy: PolicyObject): string => `${JSON.stringify(policy, null, 2)}\n`;

/** A member that should be an object; empty where it is something else. */
export const objectIn = (from: PolicyObject, key: string): PolicyObject => {
  const value = from[key];
  return isObject(value) ? value : {};
};

/** A member that should be text; empty where it is something else. */
export const textIn = (from: PolicyObject, key: string): string => {
  const value = from[key];
  return typeof value === "string" ? value : "";
};

/** A member that should be a list of texts, one a line. */
export const linesIn = (from: PolicyObject, key: string): string => {
  const value = from[key];
  return Array.isArray(value) ? value.filter((one) => typeof one === "string").join("\n") : "";
};

/** The list that stands in lines. What is being typed keeps its blanks; only empty lines go. */
export const listOf = (lines: string): string[] => lines.split("\n").filter((line) => line.trim() !== "");

/** A figure that counts where the policy says none. */
export const numberIn = (from: PolicyObject, key: string): string => {
  const value = from[key];
  return typeof value === "number" ? String(value) : "";
};

/** Sets a member, or takes it away with undefined. */
export const withMember = (from: PolicyObject, key: string, value: unknown): PolicyObject => {
  if (value !== undefined) return { ...from, [key]: value };
  return Object.fromEntries(Object.entries(from).filter(([name]) => name !== key));
};

/** Gives a member another name in its place; grants that name a project follow it. */
export const withProjectNamed = (policy: PolicyObject, from: string, to: string): PolicyObject => {
  const renamed = (within: PolicyObject): PolicyObject =>
    Object.fromEntries(Object.entries(within).map(([name, value]) => [name === from ? to : name, value]));
  return {
    ...policy,
    projects: renamed(objectIn(policy, "projects")),
    identities: identitiesIn(policy).map((identity) =>
      withMember(identity, "projects", renamed(objectIn(identity, "projects"))),
    ),
  };
};

/** Takes a project away, and every grant that names it. */
export const withoutProject = (policy: PolicyObject, name: string): PolicyObject => ({
  ...policy,
  projects: withMember(objectIn(policy, "projects"), name, undefined),
  identities: identitiesIn(policy).map((identity) =>
    withMember(identity, "projects", withMember(objectIn(identity, "projects"), name, undefined)),
  ),
});

/** The rules about people. */
export const identitiesIn = (policy: PolicyObject): readonly PolicyObject[] => {
  const { identities } = policy;
  return Array.isArray(identities) ? identities.filter(isObject) : [];
};

export type MatchKind = "subject" | "group" | "claim";

/** Whom a rule is about. */
export const matchKind = (match: PolicyObject): MatchKind =>
  "group" in match ? "group" : "claim" in match ? "claim" : "subject";

/** A name for a project made from its folder. */
export const projectNameOf = (folder: string, taken: readonly string[]): string => {
  const last = folder.split(/[/\\]/).findLast((part) => part !== "") ?? "";
  const name =
    last
      .replaceAll(/[^A-Za-z0-9._-]/g, "-")
      .replace(/^[^A-Za-z0-9]+/, "")
      .slice(0, 60) || "project";
  if (!taken.includes(name)) return name;
  let number = 2;
  while (taken.includes(`${name}-${number}`)) number += 1;
  return `${name}-${number}`;
};

/** What a new policy begins with. */
export const newPolicy: PolicyObject = {
  version: 1,
  auth: { issuer: "", audience: "", jwks: { url: "" } },
  projects: {},
  identities: [],
};

/** Where a line of a text begins and ends, to select it. */
export const lineRange = (text: string, line: number): readonly [start: number, end: number] => {
  const lines = text.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return [start, start + (lines[line - 1] ?? "").length];
};
