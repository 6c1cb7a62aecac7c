import { describe, expect, it } from "vitest";
import type { ServerInfo, SignInStep } from "../../../../shared/contract/index.ts";
import { verifies } from "../../../../test/verifies.ts";
import { stoppedAt, wantsSignIn } from "./steps.ts";

const step = (name: SignInStep["step"], isOk: boolean): SignInStep => ({ at: 1, step: name, url: "", isOk });
const server = (key: string, state: "none" | "needed" | "done", grant?: "client_credentials") =>
  ({
    transport: {
      kind: "http",
      url: "https://a.example",
      ...(grant === undefined ? {} : { oauth: { grant } }),
    },
    signIn: { state, steps: [] },
    lastError: { code: "unauthorized", message: "", key },
  }) as unknown as ServerInfo;

describe("a sign-in", () => {
  verifies(["UI-03", "MCP-03"], "is offered as the remedy of what it puts right, and of nothing else", () => {
    expect(wantsSignIn(server("serverSignInNeeded", "none"))).toBe(true);
    expect(wantsSignIn(server("other", "needed"))).toBe(true);
    expect(wantsSignIn(server("other", "done"))).toBe(false);
    expect(wantsSignIn(server("serverSignInNeeded", "needed", "client_credentials"))).toBe(false);
  });

  it("names the step it stopped at, and none when it went through", () => {
    const token = step("token", false);
    expect(stoppedAt([step("resource", true), token, step("end", false)])).toBe(token);
    expect(stoppedAt([step("issuer", false), step("token", true), step("end", true)])).toBeUndefined();
    const page = step("page", true);
    expect(stoppedAt([page, step("end", false)])).toBe(page);
    expect(stoppedAt([step("page", true)])).toBeUndefined();
    expect(stoppedAt([])).toBeUndefined();
  });
});
