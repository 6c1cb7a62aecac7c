import { Download, RefreshCw, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { Button, CodeText, ErrorState, Menu } from "../../design/index.ts";
import { auditStore, useAudit } from "./audit.ts";
import { VerifyResult } from "./VerifyResult.tsx";
import styles from "./Audit.module.css";

const settled = (work: Promise<unknown>): void => {
  work.catch((cause: unknown) => console.error("audit header", cause));
};

/** Title, what is newer than the list, verify and export; their outcomes stand below. */
export const AuditHeader = () => {
  const { t } = useTranslation("audit");
  const newer = useAudit((view) => view.newer);
  const verify = useAudit((view) => view.verify);
  const sessionId = useAudit((view) => view.filter.sessionId);
  const [exported, setExported] = useState<{ path: string } | { error: Failure }>();
  const save = async (format: "json" | "markdown"): Promise<void> => {
    setExported(undefined);
    const answer = await bridge.request("app.exportSession", {
      format,
      ...(sessionId === undefined ? {} : { sessionId }),
    });
    if (!answer.ok) setExported({ error: answer.error });
    else if (answer.value !== null) setExported(answer.value);
  };
  return (
    <header className={styles["header"]}>
      <div className={styles["headerRow"]}>
        <h1>{t("title")}</h1>
        <span className={styles["spring"]} />
        {newer > 0 && (
          <Button
            size="small"
            kind="quiet"
            icon={<RefreshCw size={14} aria-hidden />}
            onClick={() => settled(auditStore.refresh())}
          >
            {t("newer", { count: newer })}
          </Button>
        )}
        <Button
          icon={<ShieldCheck size={16} aria-hidden />}
          isBusy={verify.state === "running"}
          onClick={() => settled(auditStore.verify(sessionId))}
        >
          {t(sessionId === undefined ? "verify.all" : "verify.one")}
        </Button>
        <Menu
          align="end"
          title={t(sessionId === undefined ? "export.all" : "export.one")}
          trigger={<Button icon={<Download size={16} aria-hidden />}>{t("export.button")}</Button>}
          groups={[
            [
              { id: "json", label: t("export.json"), onSelect: () => settled(save("json")) },
              { id: "markdown", label: t("export.markdown"), onSelect: () => settled(save("markdown")) },
            ],
          ]}
        />
      </div>
      <VerifyResult verify={verify} />
      {exported !== undefined && "path" in exported && (
        <p className={styles["outcome"]} role="status">
          {t("export.done")} <CodeText text={exported.path} />
        </p>
      )}
      {exported !== undefined && "error" in exported && (
        <ErrorState layout="inline" title={t("export.failed")} failure={exported.error} />
      )}
    </header>
  );
};
