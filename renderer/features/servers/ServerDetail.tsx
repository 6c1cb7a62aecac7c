import { ExternalLink, Pencil, Trash2 } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Failure, ServerInfo } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import { Badge, Button, DetailHeader, ErrorState, Tabs } from "../../design/index.ts";
import { ServerAskList } from "../serverAsks/index.ts";
import { useAnswer } from "../timeline/index.ts";
import { ChangedBadge, ConsentNote } from "./ConsentNote.tsx";
import { ProtocolLog } from "./inspect/ProtocolLog.tsx";
import type { OffersAsked } from "./offers/OffersFrame.tsx";
import { PromptsTab } from "./offers/PromptsTab.tsx";
import { ResourcesTab } from "./offers/ResourcesTab.tsx";
import { ServerLog } from "./ServerLog.tsx";
import { ServerOverview } from "./ServerOverview.tsx";
import { ServerSwitch } from "./ServerSwitch.tsx";
import { ServerTools } from "./ServerTools.tsx";
import { hasFocus, selectServer, useServersPage, useSignInFailure, type DetailTab } from "./servers.ts";
import { SignInBadge, SignInButton } from "./signIn/SignInButton.tsx";
import { wantsSignIn } from "./signIn/steps.ts";
import { StateBadge } from "./StateBadge.tsx";
import styles from "./Servers.module.css";

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

const Header = ({ server }: { readonly server: ServerInfo }) => {
  const { t } = useTranslation("servers");
  const isFailing = useSignInFailure(server.serverId) !== undefined || server.state === "failed";
  const signInState = server.signIn?.state;
  // Where something failed its remedy stands with it.
  const hasOwnButton =
    signInState === "busy" || signInState === "done" || (signInState === "needed" && !isFailing);
  return (
    <DetailHeader
      title={server.name}
      back={{ label: t("actions.back"), onBack: () => selectServer(undefined) }}
      badges={
        <>
          {server.isBundled && <Badge>{t("bundled")}</Badge>}
          <StateBadge state={server.state} />
          <SignInBadge server={server} />
          <ChangedBadge server={server} />
        </>
      }
      since={server.stateAt}
    >
      {hasOwnButton && <SignInButton server={server} />}
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
    </DetailHeader>
  );
};

/** What went wrong last, and what can be done about it; nothing while a sign-in is under way. */
const LastError = ({
  server,
  onReadLog,
}: {
  readonly server: ServerInfo;
  readonly onReadLog: () => void;
}) => {
  const { t } = useTranslation("servers");
  const signInFailure = useSignInFailure(server.serverId);
  const failure = signInFailure ?? (server.state === "failed" ? server.lastError : undefined);
  // That it waits for the person stands above already, with what to do.
  const isAsked = server.consent !== undefined && failure?.code === "denied";
  if (failure === undefined || isAsked || server.signIn?.state === "busy") return null;
  return (
    <div className={styles["detailError"]}>
      <ErrorState
        layout="inline"
        title={signInFailure === undefined ? t("lastError") : t("signIn.failed", { name: server.name })}
        failure={failure}
        action={
          <>
            {(signInFailure !== undefined || wantsSignIn(server)) && <SignInButton server={server} />}
            {typeof failure.params?.["url"] === "string" && failure.params["what"] !== undefined && (
              <GetButton params={failure.params} />
            )}
            {!server.isBundled && (
              <Button
                size="small"
                onClick={() => useServersPage.setState({ form: { kind: "edit", serverId: server.serverId } })}
              >
                {t("editDefinition")}
              </Button>
            )}
            <Button size="small" onClick={onReadLog}>
              {t("readLog")}
            </Button>
          </>
        }
      />
    </div>
  );
};

/** Asks a running server what it offers, and again whenever it says that this has changed. */
const WithOffers = ({
  server,
  children,
}: {
  readonly server: ServerInfo;
  readonly children: (offers: OffersAsked) => ReactNode;
}) => {
  const asked = useAnswer(
    "server.offers",
    { serverId: server.serverId },
    `${server.stateAt} ${server.offersRevision ?? 0}`,
  );
  return children(asked);
};

const DetailTabs = ({
  server,
  offers,
  tab,
  onTab,
}: {
  readonly server: ServerInfo;
  readonly offers: OffersAsked;
  readonly tab: DetailTab;
  readonly onTab: (tab: DetailTab) => void;
}) => {
  const { t } = useTranslation("servers");
  const found = offers?.status === "ready" ? offers.value : undefined;
  return (
    <Tabs<DetailTab>
      label={t("detailTabs")}
      value={tab}
      onChange={onTab}
      tabs={[
        { value: "overview", label: t("tabs.overview"), content: <ServerOverview server={server} /> },
        {
          value: "tools",
          label: t("tabs.tools", { count: server.tools.length }),
          content: <ServerTools server={server} />,
        },
        {
          value: "resources",
          label:
            found === undefined
              ? t("tabs.resources")
              : t("tabs.resourcesCount", { count: found.resources.length + found.templates.length }),
          content: <ResourcesTab server={server} offers={offers} />,
        },
        {
          value: "prompts",
          label:
            found === undefined ? t("tabs.prompts") : t("tabs.promptsCount", { count: found.prompts.length }),
          content: <PromptsTab server={server} offers={offers} />,
        },
        { value: "log", label: t("tabs.log"), content: <ServerLog server={server} /> },
        {
          value: "protocol",
          label: t("serverInspect:tab"),
          content: <ProtocolLog serverId={server.serverId} />,
        },
      ]}
    />
  );
};

/** One server as a page: state and switch above, what it asks, then overview, tools, what it offers, and its live log. */
export const ServerDetail = ({ server }: { readonly server: ServerInfo }) => {
  const tab = useServersPage((page) => page.tab);
  const setTab = (next: DetailTab): void => useServersPage.setState({ tab: next });
  const box = useRef<HTMLDivElement>(null);
  // The card that opened it is gone; a dialog in front of it gives the keys back by itself.
  useEffect(() => {
    if (!hasFocus()) box.current?.focus({ preventScroll: true });
  }, []);
  const isBrowsable = server.state === "ready";
  const tabs = (offers: OffersAsked): ReactNode => (
    <DetailTabs server={server} offers={offers} tab={tab} onTab={setTab} />
  );
  return (
    <div ref={box} className={styles["detail"]} tabIndex={-1}>
      <Header server={server} />
      <ConsentNote server={server} />
      <LastError server={server} onReadLog={() => setTab("log")} />
      <div className={styles["detailAsks"]}>
        <ServerAskList serverId={server.serverId} />
      </div>
      {isBrowsable ? <WithOffers server={server}>{tabs}</WithOffers> : tabs(undefined)}
    </div>
  );
};
