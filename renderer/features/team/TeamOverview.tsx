import { Plug } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { TeamInfo } from "../../../shared/contract/index.ts";
import { Button, CodeText, CopyButton } from "../../design/index.ts";
import { ReachText } from "./ReachText.tsx";
import { projectUrl } from "./reach.ts";
import styles from "./Team.module.css";

/** A server as it can be added here: the page that adds servers fills its form with it. */
export interface AddedServer {
  readonly name: string;
  readonly url: string;
}

/** Who called within this time counts as here now: the protocol keeps no connection that could be counted. */
const RECENT_MS = 5 * 60_000;

const Addresses = ({
  team,
  url,
  onAddServer,
}: {
  readonly team: TeamInfo;
  readonly url: string;
  readonly onAddServer: (server: AddedServer) => void;
}) => {
  const { t } = useTranslation("team");
  return (
    <section className={styles["part"]} aria-label={t("overview.addresses")}>
      <h2>{t("overview.addresses")}</h2>
      <p className={styles["quiet"]}>{t("overview.addressesHint")}</p>
      <ul className={styles["addresses"]}>
        {team.policy.projects.map((project) => {
          const address = projectUrl(url, project);
          return (
            <li key={project}>
              <span data-content className={styles["projectName"]}>
                {project}
              </span>
              <CodeText text={address} />
              <CopyButton text={address} label={t("overview.copy", { name: project })} />
              <Button
                size="small"
                icon={<Plug size={14} aria-hidden />}
                aria-label={t("overview.addNamed", { name: project })}
                onClick={() =>
                  onAddServer({ name: `${team.definition.name} ${project}`.slice(0, 60), url: address })
                }
              >
                {t("overview.add")}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
};

const Activity = ({ team }: { readonly team: TeamInfo }) => {
  const { t } = useTranslation("team");
  const { health, calls } = team;
  if (health === undefined) return null;
  const since = health.at - RECENT_MS;
  const people = [...new Set(calls.filter((call) => call.at >= since).map((call) => call.identity))];
  return (
    <section className={styles["part"]} aria-label={t("overview.now")}>
      <h2>{t("overview.now")}</h2>
      <dl className={styles["facts"]}>
        <dt>{t("overview.health")}</dt>
        <dd>{t(`overview.healthIs.${health.status}`)}</dd>
        <dt>{t("overview.running")}</dt>
        <dd>{health.running}</dd>
        <dt>{t("overview.queued")}</dt>
        <dd>{health.queued}</dd>
        <dt>{t("overview.people")}</dt>
        <dd data-content={people.length > 0 || undefined}>
          {people.length === 0 ? t("overview.nobody") : people.join(", ")}
        </dd>
        <dt>{t("overview.policy")}</dt>
        <dd>{t(`overview.policyIs.${health.policy}`)}</dd>
      </dl>
    </section>
  );
};

/** A team server at a glance: what clients are given, who is there, how it is set up. */
export const TeamOverview = ({
  team,
  onAddServer,
}: {
  readonly team: TeamInfo;
  readonly onAddServer: (server: AddedServer) => void;
}) => {
  const { t } = useTranslation("team");
  const { definition, policy, url, restarts } = team;
  return (
    <div className={styles["overview"]}>
      {url === undefined ? (
        <p className={styles["quiet"]}>{t("overview.notRunning")}</p>
      ) : (
        <Addresses team={team} url={url} onAddServer={onAddServer} />
      )}
      <Activity team={team} />
      <section className={styles["part"]} aria-label={t("overview.setup")}>
        <h2>{t("overview.setup")}</h2>
        <ReachText host={definition.host} />
        <dl className={styles["facts"]}>
          <dt>{t("form.host")}</dt>
          <dd>
            <CodeText text={definition.host} />
          </dd>
          <dt>{t("form.port")}</dt>
          <dd>{definition.port === 0 ? t("overview.freePort") : definition.port}</dd>
          <dt>{t("policy.projects")}</dt>
          <dd data-content>{policy.projects.join(", ")}</dd>
          <dt>{t("overview.policyFile")}</dt>
          <dd>
            <CodeText text={policy.path} />
          </dd>
          {team.pid !== undefined && (
            <>
              <dt>{t("overview.pid")}</dt>
              <dd>{team.pid}</dd>
            </>
          )}
          <dt>{t("overview.restarts")}</dt>
          <dd>{restarts}</dd>
        </dl>
      </section>
    </div>
  );
};
