import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure, ServerDefinition, ServerInfo } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { Button, Dialog, ErrorState } from "../../design/index.ts";
import { startServer } from "./actions.ts";
import { DefinitionMore } from "./DefinitionMore.tsx";
import { differencesOf, type Difference } from "./exact.ts";
import { TransportSummary } from "./TransportSummary.tsx";
import styles from "./Servers.module.css";

const Side = ({
  title,
  definition,
  marks,
}: {
  readonly title: string;
  readonly definition: ServerDefinition;
  readonly marks: readonly Difference[];
}) => {
  const { t } = useTranslation(["addServers", "servers"]);
  const { isTrusted, sharesRoots, fillsIn } = definition;
  return (
    <section className={styles["preview"]} aria-label={title}>
      <h3>{title}</h3>
      <p>{definition.name}</p>
      <TransportSummary transport={definition.transport} marks={marks} />
      <DefinitionMore definition={definition} />
      {isTrusted === true && <p className={styles["quiet"]}>{t("servers:overview.trusted")}</p>}
      {sharesRoots === true && <p className={styles["quiet"]}>{t("servers:overview.rootsShared")}</p>}
      {fillsIn === true && <p className={styles["quiet"]}>{t("addServers:consent.fillsIn")}</p>}
    </section>
  );
};

/** What is another than it was, in one sentence: of a long command nobody finds it by looking. */
const Differences = ({ differences }: { readonly differences: readonly Difference[] }) => {
  const { t, i18n } = useTranslation("addServers");
  if (differences.length === 0) return <p>{t("agree.valuesOnly")}</p>;
  const list = new Intl.ListFormat(i18n.language, { type: "conjunction" });
  const parts = differences.map(({ part, numbers }) =>
    numbers === undefined
      ? t(`agree.part.${part}`)
      : t("agree.arguments", { count: numbers.length, numbers: list.format(numbers.map(String)) }),
  );
  return <p>{t("agree.differs", { parts: list.format(parts) })}</p>;
};

interface AgreeDialogProps {
  readonly server: ServerInfo;
  readonly consent: NonNullable<ServerInfo["consent"]>;
  readonly onClose: () => void;
}

/** A server whose definition is not the one that was agreed to: both in full, and the safe answer first (SEC-MCP-04). */
export const AgreeDialog = ({ server, consent, onClose }: AgreeDialogProps) => {
  const { t } = useTranslation("addServers");
  const [failure, setFailure] = useState<Failure>();
  const { agreed, now, configHash } = consent;
  const differences = agreed === null ? [] : differencesOf(agreed, now);
  const restore = async (definition: ServerDefinition): Promise<void> => {
    const answer = await bridge.request("server.update", { serverId: server.serverId, definition });
    if (!answer.ok) return setFailure(answer.error);
    onClose();
  };
  const agree = async (): Promise<void> => {
    const answer = await bridge.request("server.agree", { serverId: server.serverId, configHash });
    if (!answer.ok) return setFailure(answer.error);
    onClose();
    await startServer(server.serverId);
  };
  return (
    <Dialog
      isOpen
      size="large"
      onClose={onClose}
      title={t("agree.title", { name: server.name })}
      description={t(agreed === null ? "agree.textNew" : "agree.text")}
      footer={
        <>
          <Button onClick={onClose} data-first-focus>
            {t("cancel")}
          </Button>
          {agreed !== null && differences.length > 0 && (
            <Button
              onClick={() => {
                restore(agreed).catch((cause: unknown) => console.error("server.update failed", cause));
              }}
            >
              {t("agree.restore")}
            </Button>
          )}
          <Button
            kind="primary"
            onClick={() => {
              agree().catch((cause: unknown) => console.error("server.agree failed", cause));
            }}
          >
            {t("agree.submit")}
          </Button>
        </>
      }
    >
      {failure !== undefined && <ErrorState layout="inline" title={t("agree.failed")} failure={failure} />}
      {agreed !== null && <Differences differences={differences} />}
      {agreed !== null && <Side title={t("agree.before")} definition={agreed} marks={differences} />}
      <Side title={t("agree.now")} definition={now} marks={differences} />
    </Dialog>
  );
};
