import { describe, expect, it } from "vitest";
import { expandTemplate, variablesOf } from "./uriTemplate.ts";

describe("an address template", () => {
  it("names its places once, without their modifiers", () => {
    expect(variablesOf("demo://r/{kind}/{id:3}{?page,kind*}{#part}")).toEqual(["kind", "id", "page", "part"]);
    expect(variablesOf("demo://plain")).toEqual([]);
  });

  it("is filled in as RFC 6570 says", () => {
    const values = {
      var: "value",
      hello: "Hello World!",
      path: "/foo/bar",
      x: "1024",
      y: "768",
      empty: "",
      zh: "文",
    };
    const cases: Record<string, string> = {
      "{var}": "value",
      "{hello}": "Hello%20World%21",
      "{+path}/here": "/foo/bar/here",
      "{path}": "%2Ffoo%2Fbar",
      "X{#hello}": "X#Hello%20World!",
      "map?{x,y}": "map?1024,768",
      "X{.var}": "X.value",
      "{/var,x}/here": "/value/1024/here",
      "{;x,y}": ";x=1024;y=768",
      "{?x,y}": "?x=1024&y=768",
      "?fixed=yes{&x}": "?fixed=yes&x=1024",
      "{var:3}": "val",
      "{?empty,none}": "",
      "a{zh}": "a%E6%96%87",
    };
    for (const [template, uri] of Object.entries(cases))
      expect([template, expandTemplate(template, values)]).toEqual([template, uri]);
    expect(expandTemplate("{__proto__}{constructor}", {})).toBe("");
  });
});
