import { describe, expect, it } from "vitest";
import { explainNpm } from "./npm.mjs";

describe("explainNpm", () => {
  const cases: [output: string, why: RegExp, next: RegExp][] = [
    [
      "npm error code ENOSPC\nnpm error nospc ENOSPC: no space left on device, write",
      /disk is full/,
      /Free about/,
    ],
    ["npm error code EACCES\nnpm error path /x/node_modules", /may not be written/, /belong to you/],
    [
      "npm error code ENOTFOUND\nnpm error network request to https://r/ failed",
      /cannot be reached/,
      /network/,
    ],
    ["npm error code EAI_AGAIN", /cannot be reached/, /proxy/],
    ["npm error code SELF_SIGNED_CERT_IN_CHAIN", /certificate/, /cafile/],
    ["npm error code EINTEGRITY\nnpm error sha512-… integrity checksum failed", /not the one/, /cache clean/],
    ["npm error code EUSAGE\nnpm error `npm ci` can only install packages when", /do not fit/, /npm install/],
  ];
  it.each(cases)("%s", (output, why, next) => {
    const explained = explainNpm("It failed.", output);
    expect(explained.what).toBe("It failed.");
    expect(explained.why).toMatch(why);
    expect(explained.next).toMatch(next);
  });

  it("passes on npm's own words where it does not know the cause", () => {
    expect(explainNpm("It failed.", "noise\nnpm error code E418\nnpm error I am a teapot").why).toBe(
      "npm gave up: code E418 / I am a teapot",
    );
  });
});
