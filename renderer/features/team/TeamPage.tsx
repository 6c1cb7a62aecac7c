import { Pencil, Trash2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { TeamInfo } from "../../../shared/contract/index.ts";
import { useActions, type Action } from "../../actions/index.ts";
import { bridge } from "../../bridge/index.ts";
import { Badge, Button, DetailHeader, ErrorState, RemoveDialog, Tabs } from "../../design/index.ts";
import { PolicyEditor } from "./PolicyEditor.tsx";
import { TeamBadge } from "./TeamBadge.tsx";
import { TeamCalls } from "./TeamCalls.tsx";
import { TeamLog } from "./TeamLog.tsx";
import { TeamOverview, type AddedServer } from "./TeamOverview.tsx";
import { selectTeam, useTeamChoices } from "./teams.ts";
import { TeamSwitch } from "./TeamSwitch.tsx";
import styles from "./Team.module.css";

type TeamTab = "overview" | "calls" | "policy" | "log";

const RemoveTeamDialog = ({ team, onClose }: { readonly team: TeamInfo; readonly onClose: () => void }) => {
  const { t } = useTranslation("team");
  return (
    <RemoveDialog
      title={t("remove.title", { name: team.definition.name })}
      text={t("remove.text")}
      labels={{ cancel: t("cancel"), submit: t("remove.submit"), failed: t("remove.failed") }}
      remove={() => bridge.request("team.remove", { teamId: team.teamId })}
      onRemoved={() => selectTeam(undefined)}
      onClose={onClose}
    />
  );
};

const Header = ({ team }: { readonly team: TeamInfo }) => {
  const { t } = useTranslation("team");
  const [isRemoving, setIsRemoving] = useState(false);
  return (
    <DetailHeader
      title={team.definition.name}
      back={{ label: t("back"), onBack: () => selectTeam(undefined) }}
      badges={
        <>
          <Badge>{t("kind")}</Badge>
          <TeamBadge state={team.state} />
        </>
      }
      since={team.stateAt}
    >
      <TeamSwitch team={team} />
      <Button
        size="small"
        icon={<Pencil size={14} aria-hidden />}
        onClick={() => useTeamChoices.setState({ form: { kind: "edit", teamId: team.teamId } })}
      >
        {t("edit")}
      </Button>
      <Button
        size="small"
        kind="danger"
        icon={<Trash2 size={14} aria-hidden />}
        onClick={() => setIsRemoving(true)}
      >
        {t("removeShort")}
      </Button>
      {isRemoving && <RemoveTeamDialog team={team} onClose={() => setIsRemoving(false)} />}
    </DetailHeader>
  );
};

/** What a person should know before anything else: a failed start, a policy that does not count. */
const Trouble = ({ team, onTab }: { readonly team: TeamInfo; readonly onTab: (tab: TeamTab) => void }) => {
  const { t } = useTranslation("team");
  const { lastError, policy } = team;
  const isBroken = policy.problems.length > 0;
  return (
    <div className={styles["trouble"]}>
      {lastError !== undefined && team.state === "failed" && (
        <ErrorState
          layout="inline"
          title={t("lastError")}
          failure={lastError}
          action={
            <Button size="small" onClick={() => onTab(isBroken ? "policy" : "log")}>
              {t(isBroken ? "openPolicy" : "readLog")}
            </Button>
          }
        />
      )}
      {(isBroken || policy.isChangedOutside) && team.state !== "failed" && (
        <div className={styles["notice"]} role="alert">
          <p>
            {t(
              isBroken
                ? team.state === "ready"
                  ? "policy.brokenRuns"
                  : "policy.broken"
                : "policy.changedOutside",
            )}
          </p>
          <Button size="small" onClick={() => onTab("policy")}>
            {t("openPolicy")}
          </Button>
        </div>
      )}
    </div>
  );
};

const useBack = (): void => {
  const { t } = useTranslation("team");
  useActions(
    useMemo<readonly Action[]>(
      () => [
        {
          id: "team.back",
          title: t("back"),
          section: "servers",
          keys: ["escape"],
          isUnlisted: true,
          run: () => selectTeam(undefined),
        },
      ],
      [t],
    ),
  );
};

/** One team server as a page: state and switch above, then overview, calls, policy and log. */
export const TeamPage = ({
  team,
  onAddServer,
}: {
  readonly team: TeamInfo;
  readonly onAddServer: (server: AddedServer) => void;
}) => {
  const { t } = useTranslation("team");
  const [tab, setTab] = useState<TeamTab>(team.policy.hash === null ? "policy" : "overview");
  useBack();
  return (
    <div className={styles["detail"]}>
      <Header team={team} />
      <Trouble team={team} onTab={setTab} />
      <Tabs<TeamTab>
        label={t("tabs.label")}
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: "overview",
            label: t("tabs.overview"),
            content: <TeamOverview team={team} onAddServer={onAddServer} />,
          },
          { value: "calls", label: t("tabs.calls"), content: <TeamCalls team={team} /> },
          { value: "policy", label: t("tabs.policy"), content: <PolicyEditor team={team} /> },
          { value: "log", label: t("tabs.log"), content: <TeamLog teamId={team.teamId} /> },
        ]}
      />
    </div>
  );
};
