import { History } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { TeamCall, TeamInfo } from "../../../shared/contract/index.ts";
import { Badge, CodeText, Duration, EmptyState, type Tone } from "../../design/index.ts";
import { formatClock } from "../../format/index.ts";
import styles from "./Team.module.css";

const tones: Readonly<Record<TeamCall["decision"], Tone>> = {
  running: "info",
  allowed: "ok",
  denied: "danger",
  refused: "warn",
};

const Row = ({ call }: { readonly call: TeamCall }) => {
  const { t, i18n } = useTranslation("team");
  const isPlain = call.outcome === "" || call.outcome === "ok" || call.outcome === call.decision;
  return (
    <tr>
      <td className={styles["time"]}>{formatClock(call.at, i18n.language)}</td>
      <td data-content>{call.identity}</td>
      <td data-content>{call.project}</td>
      <td>
        <CodeText text={call.tool === "" ? "–" : call.tool} />
      </td>
      <td>
        <Badge tone={tones[call.decision]}>{t(`calls.decision.${call.decision}`)}</Badge>
        {!isPlain && (
          <span className={styles["outcome"]} data-content>
            {call.outcome}
          </span>
        )}
      </td>
      <td className={styles["time"]}>{call.durationMs !== null && <Duration ms={call.durationMs} />}</td>
      <td>{call.requestId !== null && <CodeText text={call.requestId} />}</td>
    </tr>
  );
};

/** The latest calls of clients, as the server's own audit tells of them. */
export const TeamCalls = ({ team }: { readonly team: TeamInfo }) => {
  const { t } = useTranslation("team");
  if (team.calls.length === 0)
    return (
      <EmptyState
        icon={<History size={16} aria-hidden />}
        title={t("calls.empty")}
        text={t("calls.emptyText")}
      />
    );
  return (
    <div className={styles["tableBox"]} tabIndex={0} role="region" aria-label={t("calls.title")}>
      <table className={styles["table"]}>
        <thead>
          <tr>
            {(["at", "identity", "project", "tool", "decided", "took", "requestId"] as const).map((name) => (
              <th key={name} scope="col">
                {t(`calls.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {team.calls.map((call, at) => (
            <Row key={`${call.at} ${call.requestId ?? ""} ${at}`} call={call} />
          ))}
        </tbody>
      </table>
    </div>
  );
};
