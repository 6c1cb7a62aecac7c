import { ArrowLeft, ExternalLink, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure, ServerInfo } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { Badge, Button, ErrorState, IconButton, Tabs, TimeAgo } from "../../design/index.ts";
import { ServerLog } from "./ServerLog.tsx";
import { ServerOverview } from "./ServerOverview.tsx";
import { ServerSwitch } from "./ServerSwitch.tsx";
import { ServerTools } from "./ServerTools.tsx";
import { selectServer, useServersPage } from "./servers.ts";
import { StateBadge } from "./StateBadge.tsx";
import styles from "./Servers.module.css";

type DetailTab = "overview" | "tools" | "log";

/** Opens the page where a missing program can be had (UI-03): the app asks before a browser opens. */
const GetButton = ({ params }: { readonly params: NonNullable<Failure["params"]> }) => {
  const { t } = useTranslation("servers");
  const open = (): void => {
    bridge
      .request("app.openExternal", { url: String(params["url"]) })
      .catch((cause: unknown) => console.error("opening the page failed", cause));
  };
  return (
    <Button size="small" icon={<ExternalLink size={14} aria-hidden />} onClick={open}>
      {t("getProgram", { what: params["what"] ?? "" })}
    </Button>
  );
};

/** One server as a page: state and switch above, then overview, tools and its live log. */
export const ServerDetail = ({ server }: { readonly server: ServerInfo }) => {
  const { t } = useTranslation("servers");
  const [tab, setTab] = useState<DetailTab>("overview");
  return (
    <div className={styles["detail"]}>
      <header className={styles["detailHeader"]}>
        <IconButton
          label={t("actions.back")}
          keys="escape"
          icon={<ArrowLeft size={16} aria-hidden />}
          onClick={() => selectServer(undefined)}
        />
        <h1>{server.name}</h1>
        {server.isBundled && <Badge>{t("bundled")}</Badge>}
        <StateBadge state={server.state} />
        <span className={styles["quiet"]}>
          <TimeAgo at={server.stateAt} />
        </span>
        <span className={styles["spring"]} />
        <ServerSwitch server={server} />
        {!server.isBundled && (
          <>
            <Button
              size="small"
              icon={<Pencil size={14} aria-hidden />}
              onClick={() => useServersPage.setState({ form: { kind: "edit", serverId: server.serverId } })}
            >
              {t("edit")}
            </Button>
            <Button
              size="small"
              kind="danger"
              icon={<Trash2 size={14} aria-hidden />}
              onClick={() => useServersPage.setState({ removing: server.serverId })}
            >
              {t("removeShort")}
            </Button>
          </>
        )}
      </header>
      {server.lastError !== undefined && server.state === "failed" && (
        <div className={styles["detailError"]}>
          <ErrorState
            layout="inline"
            title={t("lastError")}
            failure={server.lastError}
            action={
              <>
                {typeof server.lastError.params?.["url"] === "string" && (
                  <GetButton params={server.lastError.params} />
                )}
                {!server.isBundled && (
                  <Button
                    size="small"
                    onClick={() =>
                      useServersPage.setState({ form: { kind: "edit", serverId: server.serverId } })
                    }
                  >
                    {t("editDefinition")}
                  </Button>
                )}
                <Button size="small" onClick={() => setTab("log")}>
                  {t("readLog")}
                </Button>
              </>
            }
          />
        </div>
      )}
      <Tabs<DetailTab>
        label={t("detailTabs")}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: "overview", label: t("tabs.overview"), content: <ServerOverview server={server} /> },
          {
            value: "tools",
            label: t("tabs.tools", { count: server.tools.length }),
            content: <ServerTools tools={server.tools} state={server.state} />,
          },
          { value: "log", label: t("tabs.log"), content: <ServerLog serverId={server.serverId} /> },
        ]}
      />
    </div>
  );
};
