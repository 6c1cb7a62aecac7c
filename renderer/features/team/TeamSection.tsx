import { Plus, Users } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { TeamInfo } from "../../../shared/contract/index.ts";
import { moveInRows, rowProps } from "../../actions/index.ts";
import { Button, CodeText, EmptyState, ErrorState, TimeAgo } from "../../design/index.ts";
import { failureText } from "../../format/index.ts";
import { TeamBadge } from "./TeamBadge.tsx";
import { TeamFormDialog } from "./TeamFormDialog.tsx";
import { selectTeam, startAddingTeam, teamsStore, useTeamChoices, useTeams } from "./teams.ts";
import { TeamSwitch } from "./TeamSwitch.tsx";
import styles from "./Team.module.css";

const refresh = (): void => {
  teamsStore.refresh().catch((cause: unknown) => console.error("team.list failed", cause));
};

const Card = ({ team, isCurrent }: { readonly team: TeamInfo; readonly isCurrent: boolean }) => {
  const { t } = useTranslation("team");
  const { definition, state, health, lastError } = team;
  return (
    <li className={styles["card"]}>
      <button
        type="button"
        className={styles["cardOpen"]}
        onClick={() => selectTeam(team.teamId)}
        {...rowProps(isCurrent)}
      >
        <span className={styles["cardName"]}>{definition.name}</span>
        <CodeText text={team.url ?? `${definition.host}:${definition.port}`} />
        <span className={styles["cardFacts"]}>
          <TeamBadge state={state} />
          <TimeAgo at={team.stateAt} />
          <span>{t("projectCount", { count: team.policy.projects.length })}</span>
          {health !== undefined && (
            <span>{t("load", { running: health.running, queued: health.queued })}</span>
          )}
        </span>
      </button>
      {lastError !== undefined && state === "failed" && (
        <p className={styles["cardError"]}>{failureText(lastError, t)}</p>
      )}
      <div className={styles["cardActions"]}>
        <TeamSwitch team={team} />
      </div>
    </li>
  );
};

/** The team servers on the page of servers: a card each, or what they are for. */
export const TeamSection = () => {
  const { t } = useTranslation("team");
  const { status, items, error } = useTeams((view) => view);
  useEffect(refresh, []);
  return (
    <section className={styles["section"]} aria-labelledby="team-heading">
      <header className={styles["sectionHeader"]}>
        <div>
          <h2 id="team-heading">{t("title")}</h2>
          {items.length > 0 && <p className={styles["quiet"]}>{t("about")}</p>}
        </div>
        {items.length > 0 && (
          <Button size="small" icon={<Plus size={14} aria-hidden />} onClick={startAddingTeam}>
            {t("add")}
          </Button>
        )}
      </header>
      {error !== undefined && (
        <ErrorState
          layout="inline"
          title={t("listFailed")}
          failure={error}
          action={<Button onClick={refresh}>{t("retry")}</Button>}
        />
      )}
      {status === "ready" && items.length === 0 && (
        <EmptyState
          icon={<Users size={16} aria-hidden />}
          title={t("empty.title")}
          text={t("empty.text")}
          action={<Button onClick={startAddingTeam}>{t("add")}</Button>}
        />
      )}
      <ul className={styles["cards"]} onKeyDown={moveInRows}>
        {items.map((team, at) => (
          <Card key={team.teamId} team={team} isCurrent={at === 0} />
        ))}
      </ul>
    </section>
  );
};

/** The dialog that sets a team server up or changes one, while it is open. */
export const TeamDialogs = () => {
  const form = useTeamChoices((choices) => choices.form);
  return form === undefined ? null : <TeamFormDialog form={form} />;
};
