import { create, useStore } from "zustand";
import type { AuditEntry } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { createAuditStore, type AuditView } from "./store.ts";

/** The window's one audit store. */
export const auditStore = createAuditStore(bridge, Date.now);

/** A part of the audit view. */
export const useAudit = <T>(select: (view: AuditView) => T): T => useStore(auditStore, select);

/** The entry opened beside the table. */
export const useAuditPage = create<{ readonly opened: AuditEntry | undefined }>(() => ({
  opened: undefined,
}));
