import { lazy } from "react";
import { auditStore } from "./audit.ts";

export { useAudit } from "./audit.ts";

/** Checks the whole log's chain; the outcome shows in the audit view and the status bar. */
export const verifyLog = (): void => {
  auditStore.verify().catch((cause: unknown) => console.error("audit.verify failed", cause));
};

/** The place Audit; its code comes when it is opened. */
export const AuditPage = lazy(async () => ({ default: (await import("./AuditPage.tsx")).AuditPage }));
