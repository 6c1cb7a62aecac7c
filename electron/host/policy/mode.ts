import type { PolicyMode, Severity } from "../../../shared/contract/index.ts";

/** What the policy says of a call before a person is asked, and the rule that says so, as the log names it. */
export interface Ruling {
  readonly verdict: "run" | "ask" | "refuse";
  readonly rule: string;
}

/** The rule by which an edit applies because a person chose that for the workspace. */
export const workspaceRule = "workspace:autoApply";

/**
 * The table of design §6. L1 runs. `plan` refuses everything that could change something, `ask` asks for everything above L1.
 * `autoEdit` applies L2; `default` shows every diff, but in a workspace whose edits apply by themselves it applies an edit
 * whose files the server could show. L3 (protected files among it) and L4 are never run unseen.
 */
export const verdict = (
  mode: PolicyMode,
  severity: Severity,
  edit: { readonly isShownEdit: boolean; readonly workspaceAutoApplies: boolean },
): Ruling => {
  const rule = `mode:${mode}`;
  if (severity === "L1") return { verdict: "run", rule };
  switch (mode) {
    case "plan":
      return { verdict: "refuse", rule };
    case "ask":
      return { verdict: "ask", rule };
    case "autoEdit":
      return { verdict: severity === "L2" ? "run" : "ask", rule };
    case "default":
      return severity === "L2" && edit.isShownEdit && edit.workspaceAutoApplies
        ? { verdict: "run", rule: workspaceRule }
        : { verdict: "ask", rule };
  }
};
