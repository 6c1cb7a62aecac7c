import { describe, expect, it } from "vitest";
import { fenced, inlineCode, plain } from "./markdownText.ts";

describe("foreign text in Markdown", () => {
  it("cannot close its fence", () => {
    expect(fenced("a\n````\nb")).toBe("`````\na\n````\nb\n`````");
    expect(fenced("plain", "sh")).toBe("```sh\nplain\n```");
    expect(fenced("a\r\nb\tc\u202e")).toBe("```\na\nb\tc\\u202e\n```");
  });

  it("cannot leave its line of code or mean anything in running text", () => {
    expect(inlineCode("a `` b\nc")).toBe("``` a `` b c ```");
    expect(plain("<img src=x> ![i](http://x) **b**\n# h")).toBe(
      "&lt;img src=x\\> \\!\\[i\\]\\(http\\:\\/\\/x\\) \\*\\*b\\*\\* \\# h",
    );
  });
});
