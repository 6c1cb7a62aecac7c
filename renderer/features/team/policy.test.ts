import { describe, expect, it } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import {
  lineRange,
  newPolicy,
  policyOf,
  policyText,
  projectNameOf,
  withoutProject,
  withProjectNamed,
} from "./policy.ts";
import { reachOf } from "./reach.ts";

const policy = {
  ...newPolicy,
  projects: { shop: { root: "/srv/shop" }, blog: { root: "/srv/blog" } },
  identities: [{ match: { subject: "ana" }, projects: { shop: { write: ["src/**"] }, blog: {} } }],
  unknown: [1, { a: null }],
};

describe("a policy that is edited by fields", () => {
  it("keeps what the fields do not show, and survives the way to text and back", () => {
    expect(policyOf(policyText(policy))).toEqual(policy);
    expect(policyOf("[]")).toBeUndefined();
    expect(policyOf("{")).toBeUndefined();
  });

  it("takes grants along when a project gets another name or goes, in its place", () => {
    const renamed = withProjectNamed(policy, "shop", "store");
    expect(JSON.stringify(renamed)).toBe(JSON.stringify(policy).replaceAll('"shop":', '"store":'));
    expect(withoutProject(policy, "shop")).toEqual({
      ...policy,
      projects: { blog: { root: "/srv/blog" } },
      identities: [{ match: { subject: "ana" }, projects: { blog: {} } }],
    });
  });

  it("names a project after its folder, as the server takes names, and no two the same", () => {
    expect(projectNameOf("/home/x/my shop", [])).toBe("my-shop");
    expect(projectNameOf("C:\\work\\.site\\", [])).toBe("site");
    expect(projectNameOf("/", ["project"])).toBe("project-2");
    expect(projectNameOf("/a/shop", ["shop", "shop-2"])).toBe("shop-3");
  });

  it("finds a line in a text", () => {
    const text = "one\ntwo\n\nfour";
    expect([1, 2, 3, 4, 9].map((line) => text.slice(...lineRange(text, line)))).toEqual([
      "one",
      "two",
      "",
      "four",
      "",
    ]);
  });
});

verifies("TOOL-10", "only loopback addresses count as this computer's own", () => {
  for (const host of ["127.0.0.1", "127.8.0.1", "localhost", "LOCALHOST", "::1"])
    expect(reachOf(host), host).toBe("here");
  for (const host of ["0.0.0.0", "::"]) expect(reachOf(host), host).toBe("everywhere");
  for (const host of ["192.168.1.4", "10.0.0.1", "127.0.0.1.example.com", "buildbox", "1270.0.0.1"])
    expect(reachOf(host), host).toBe("network");
});
