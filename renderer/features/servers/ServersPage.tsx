import { Plus, Server } from "lucide-react";
import { useTranslation } from "react-i18next";
import { moveInRows } from "../../actions/index.ts";
import { Button, EmptyState, ErrorState, Skeleton } from "../../design/index.ts";
import { TeamDialogs, TeamPage, TeamSection, useShownTeam } from "../team/index.ts";
import { useServerActions } from "./actions.ts";
import { RemoveDialog } from "./RemoveDialog.tsx";
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
  const { status, items, error } = useServers((view) => view);
  return (
    <div className={styles["page"]}>
      <header className={styles["pageHeader"]}>
        <div>
          <h1>{t("title")}</h1>
          <p className={styles["quiet"]}>{t("about")}</p>
        </div>
        <Button icon={<Plus size={16} aria-hidden />} onClick={startAddingServer}>
          {t("add")}
        </Button>
      </header>
      {error !== undefined && (
        <ErrorState
          layout={items.length > 0 ? "inline" : "page"}
          title={t("listFailed")}
          failure={error}
          action={<Button onClick={retry}>{t("retry")}</Button>}
        />
      )}
      {status === "loading" && <Skeleton rows={4} />}
      {status === "ready" && items.length === 0 && (
        <div>
          <EmptyState
            icon={<Server size={16} aria-hidden />}
            title={t("empty.title")}
            text={t("empty.text")}
            action={<Button onClick={startAddingServer}>{t("add")}</Button>}
          />
        </div>
      )}
      <ul className={styles["cards"]} onKeyDown={moveInRows}>
        {items.map((server, at) => (
          <ServerCard key={server.serverId} server={server} isCurrent={at === 0} />
        ))}
      </ul>
      <TeamSection />
    </div>
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
      {removed !== undefined && <RemoveDialog server={removed} />}
    </>
  );
};
