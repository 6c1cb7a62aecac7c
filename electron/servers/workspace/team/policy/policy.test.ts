import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { grantsFor, permitsOf } from "./grants.ts";
import { lineOfPath } from "./jsonLines.ts";
import { parsePolicy } from "./parse.ts";
import type { Policy } from "./schema.ts";

const minimal = {
  version: 1,
  auth: {
    issuer: "https://id.example.test",
    audience: "team",
    jwks: { url: "https://id.example.test/jwks" },
  },
  projects: { shop: { root: "/srv/shop" } },
  identities: [{ match: { subject: "ana" }, projects: { shop: { write: ["src/**"] } } }],
};

function problemsOf(policy: unknown): readonly string[] {
  const parsed = parsePolicy(
    typeof policy === "string" ? policy : JSON.stringify(policy, null, 2),
    "/etc/lw",
    "/var/lw",
  );
  return parsed.isGood ? [] : parsed.problems;
}

function policyOf(policy: unknown): Policy {
  const parsed = parsePolicy(JSON.stringify(policy), "/etc/lw", "/var/lw");
  if (!parsed.isGood) throw new Error(parsed.problems.join("\n"));
  return parsed.policy;
}

describe("a policy file", () => {
  it("is complete with little, and allows little", () => {
    const policy = policyOf({ ...minimal, projects: { shop: { root: "shop" } } });
    expect(policy.projects["shop"]?.root).toBe("/etc/lw/shop");
    expect(policy.limits).toMatchObject({ atOnce: 16, queued: 64 });
    expect(policy.identities[0]?.projects["shop"]).toEqual({
      write: ["src/**"],
      programs: [],
      shell: false,
      network: false,
    });
  });

  it("names line and field of each problem", () => {
    expect(problemsOf("{\n\n nope }")[0]).toMatch(/^line 3: this is not JSON/);
    expect(problemsOf("")[0]).toMatch(/^line 1: this is not JSON/);
    const text = JSON.stringify({ ...minimal, limits: { atOnce: 0, queued: -1 } }, null, 2);
    const lineOf = (part: string): number => text.split("\n").findIndex((line) => line.includes(part)) + 1;
    expect(problemsOf(text)).toEqual([
      `line ${lineOf('"atOnce"')}: limits.atOnce: Too small: expected number to be >=1`,
      `line ${lineOf('"queued"')}: limits.queued: Too small: expected number to be >=0`,
    ]);
    const identities = [{ match: { subject: "ana" }, projects: { nope: {} } }];
    expect(problemsOf({ ...minimal, identities })[0]).toMatch(
      /^line \d+: identities\.0\.projects\.nope: there is no such project/,
    );
  });

  it.each([
    [{ ...minimal, version: 2 }, "version"],
    [{ ...minimal, extra: 1 }, 'Unrecognized key: "extra"'],
    [{ ...minimal, auth: { ...minimal.auth, algorithms: ["HS256"] } }, "auth.algorithms.0"],
    [{ ...minimal, auth: { ...minimal.auth, jwks: { url: "http://id.example.test/jwks" } } }, "auth.jwks"],
    [{ ...minimal, auth: { ...minimal.auth, clockToleranceSeconds: 3_600 } }, "auth.clockToleranceSeconds"],
    [{ ...minimal, projects: { "../x": { root: "/srv/x" } } }, "projects.../x"],
    [{ ...minimal, projects: { shop: { root: "/etc" } } }, "lies inside its root"],
    [
      { ...minimal, projects: { a: { root: "/srv/a" }, A: { root: "/srv/b" } }, identities: [] },
      "differs from a in case",
    ],
    [
      { ...minimal, identities: [{ match: { subject: "ana" }, projects: { shop: { write: ["../x"] } } }] },
      "must be a glob",
    ],
    [{ ...minimal, identities: [{ match: { everyone: true }, projects: {} }] }, "must be one of {subject}"],
  ])("is refused with a reason: %#", (policy, why) => {
    expect(problemsOf(policy).join("\n")).toContain(why);
  });
});

describe("the line of a field", () => {
  it("is found in any JSON, however it is laid out", () => {
    const json = fc.jsonValue({ maxDepth: 4, noUnicodeString: false });
    fc.assert(
      fc.property(json, fc.constantFrom(0, 1, 2, "\t"), (value, indent) => {
        const paths: PropertyKey[][] = [];
        const mark = (one: unknown, path: PropertyKey[]): void => {
          paths.push(path);
          if (Array.isArray(one)) one.forEach((member, i) => mark(member, [...path, i]));
          else if (typeof one === "object" && one !== null)
            for (const [key, member] of Object.entries(one)) mark(member, [...path, key]);
        };
        mark(value, []);
        const text = JSON.stringify(value, null, indent);
        const lines = text.split("\n");
        for (const path of paths) {
          const line = lines[lineOfPath(text, path) - 1] ?? "";
          const last = path.at(-1);
          if (typeof last === "string") expect(line).toContain(JSON.stringify(last));
        }
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});

describe("grants", () => {
  const identity = { subject: "ana", groups: ["devs"], claims: { sub: "ana", team: "web" } };
  const rules = (...identities: object[]): Policy => policyOf({ ...minimal, identities });
  const permits = (policy: Policy): ReturnType<typeof permitsOf> =>
    permitsOf(() => grantsFor(policy, identity, "shop"));

  it("are found by subject, group and claim, and add up rule by rule", () => {
    const policy = rules(
      { match: { subject: "ana" }, projects: { shop: { write: ["src/**", "!src/keys/**"] } } },
      { match: { group: "devs" }, projects: { shop: { programs: ["node"], write: ["docs/*.md"] } } },
      { match: { claim: "team", value: "web" }, projects: { shop: { network: true } } },
      { match: { group: "admins" }, projects: { shop: { shell: true, write: ["**"] } } },
      { match: { claim: "toString", value: "web" }, projects: { shop: { shell: true } } },
    );
    const may = permits(policy);
    const paths = [
      "src/a.ts",
      "src/x/y/z",
      "docs/a.md",
      "src/keys/a",
      "src/keys/.a",
      "docs/x/a.md",
      "a.ts",
      "src/.env",
    ];
    expect(paths.map((path) => may.mayWrite(path))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect([may.mayRun("node"), may.mayRun("./node"), may.mayRun("")]).toEqual([true, false, false]);
    expect([may.mayRunShell, may.mayUseNetwork]).toEqual([false, true]);
  });

  it("are none for others, for other projects, and for names that every object has", () => {
    const policy = rules({ match: { subject: "bob" }, projects: { shop: {} } });
    expect(grantsFor(policy, identity, "shop")).toEqual([]);
    for (const name of ["blog", "toString", "__proto__", "constructor"])
      expect(grantsFor(policy, { ...identity, subject: "bob" }, name), name).toEqual([]);
    expect(permits(policy).mayWrite("src/a.ts")).toBe(false);
  });
});
