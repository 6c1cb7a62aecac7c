import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure, Output, ServerId } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { Button, CodeText, CopyButton, ErrorState, Remarks } from "../../design/index.ts";
import styles from "./Servers.module.css";

/** A server's definition as a `server.json` for a registry of one's own, made when it is asked for (MCP-05). */
export const ExportDefinition = ({ serverId }: { readonly serverId: ServerId }) => {
  const { t } = useTranslation("servers");
  const [exported, setExported] = useState<Output<"server.exportDefinition">>();
  const [failure, setFailure] = useState<Failure>();
  const make = async (): Promise<void> => {
    const answer = await bridge.request("server.exportDefinition", { serverId });
    setExported(answer.ok ? answer.value : undefined);
    setFailure(answer.ok ? undefined : answer.error);
  };
  return (
    <section>
      <h2>{t("overview.export")}</h2>
      <p className={styles["quiet"]}>{t("overview.exportText")}</p>
      {failure !== undefined && (
        <ErrorState layout="inline" title={t("overview.exportFailed")} failure={failure} />
      )}
      {exported === undefined ? (
        <Button
          size="small"
          onClick={() => {
            make().catch((cause: unknown) => console.error("server.exportDefinition failed", cause));
          }}
        >
          {t("overview.exportMake")}
        </Button>
      ) : (
        <>
          <Remarks remarks={exported.problems} className={styles["quiet"]} />
          <div className={styles["code"]}>
            <CodeText layout="block" text={exported.text} />
          </div>
          <div>
            <CopyButton text={exported.text} />
          </div>
        </>
      )}
    </section>
  );
};
