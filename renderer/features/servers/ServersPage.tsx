import { Plus, Server } from "lucide-react";
import { useTranslation } from "react-i18next";
import { moveInRows } from "../../actions/index.ts";
import { Button, ListState, Page, PageHeader } from "../../design/index.ts";
import { TeamDialogs, TeamPage, TeamSection, useShownTeam } from "../team/index.ts";
import { useServerActions } from "./actions.ts";
import { RemoveServerDialog } from "./RemoveServerDialog.tsx";
import { ServerCard } from "./ServerCard.tsx";
import { ServerDetail } from "./ServerDetail.tsx";
import { ServerFormDialog } from "./ServerFormDialog.tsx";
import {
  refreshServers,
  startAddingAddress,
  startAddingServer,
  useServers,
  useServersPage,
} from "./servers.ts";
import styles from "./Servers.module.css";

const retry = (): void => {
  refreshServers().catch((cause: unknown) => console.error("server.list failed", cause));
};

const Cards = () => {
  const { t } = useTranslation("servers");
  const list = useServers((view) => view);
  return (
    <Page>
      <PageHeader
        title={t("title")}
        about={t("about")}
        action={
          <Button icon={<Plus size={16} aria-hidden />} onClick={startAddingServer}>
            {t("add")}
          </Button>
        }
      />
      <ListState
        list={list}
        failed={{ title: t("listFailed"), retry: t("retry"), onRetry: retry }}
        empty={{
          icon: <Server size={16} aria-hidden />,
          title: t("empty.title"),
          text: t("empty.text"),
          action: <Button onClick={startAddingServer}>{t("add")}</Button>,
        }}
      />
      <ul className={styles["cards"]} onKeyDown={moveInRows}>
        {list.items.map((server, at) => (
          <ServerCard key={server.serverId} server={server} isCurrent={at === 0} />
        ))}
      </ul>
      <TeamSection />
    </Page>
  );
};

/** The place Servers: a card each, one of them opened as a page, and the dialogs that add, change and remove. */
export const ServersPage = () => {
  useServerActions();
  const openTeam = useShownTeam();
  const { selected, form, removing } = useServersPage((page) => page);
  const shown = useServers((view) => view.items.find((item) => item.serverId === selected));
  // A server that was added from a team server is shown before it.
  const team = shown === undefined ? openTeam : undefined;
  const removed = useServers((view) => view.items.find((item) => item.serverId === removing));
  return (
    <>
      {team !== undefined && (
        <TeamPage
          key={team.teamId}
          team={team}
          onAddServer={({ name, url }) => startAddingAddress(name, url)}
        />
      )}
      {team === undefined &&
        (shown === undefined ? <Cards /> : <ServerDetail key={shown.serverId} server={shown} />)}
      <TeamDialogs />
      {form !== undefined && <ServerFormDialog form={form} />}
      {removed !== undefined && <RemoveServerDialog server={removed} />}
    </>
  );
};
