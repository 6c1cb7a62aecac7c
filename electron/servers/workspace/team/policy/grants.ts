import picomatch from "picomatch";
import type { Permits } from "../../protocol/index.ts";
import type { Grant, Match, Policy } from "./schema.ts";

/** Who calls, as their token says. */
export interface Identity {
  /** Value of the policy's `identityClaim`, unique for the issuer. */
  readonly subject: string;
  readonly groups: readonly string[];
  /** All claims that are text, for rules about others. */
  readonly claims: Readonly<Record<string, string>>;
}

function isAbout(match: Match, identity: Identity): boolean {
  if ("subject" in match) return match.subject === identity.subject;
  if ("group" in match) return identity.groups.includes(match.group);
  return Object.hasOwn(identity.claims, match.claim) && identity.claims[match.claim] === match.value;
}

/** What each rule about an identity allows it in a project: all of it together counts. None: not even to look. */
export function grantsFor(policy: Policy, identity: Identity, project: string): readonly Grant[] {
  if (!Object.hasOwn(policy.projects, project)) return [];
  return policy.identities
    .filter((rule) => isAbout(rule.match, identity) && Object.hasOwn(rule.projects, project))
    .map((rule) => rule.projects[project])
    .filter((grant) => grant !== undefined);
}

/**
 * True when a path may be written: some glob fits it and none that starts with `!` does. A name that starts with a dot
 * must be spelled out: `**` covers neither `.git` nor `.github`.
 */
function mayWrite(globs: readonly string[], rel: string): boolean {
  const fits = (glob: string): boolean => picomatch.isMatch(rel, glob);
  const without = globs.filter((glob) => glob.startsWith("!"));
  const within = globs.filter((glob) => !glob.startsWith("!"));
  return within.some(fits) && !without.some((glob) => picomatch.isMatch(rel, glob.slice(1), { dot: true }));
}

/** Grants as the tools ask for them. `grants` is asked each time, so that a changed policy counts at once. */
export function permitsOf(grants: () => readonly Grant[]): Permits {
  return {
    mayWrite: (rel) => grants().some((grant) => mayWrite(grant.write, rel)),
    mayRun: (program) => grants().some((grant) => grant.programs.includes(program)),
    get mayRunShell() {
      return grants().some((grant) => grant.shell);
    },
    get mayUseNetwork() {
      return grants().some((grant) => grant.network);
    },
  };
}
