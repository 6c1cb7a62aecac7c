import { Files } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ServerInfo, ServerResource } from "../../../../shared/contract/index.ts";
import { moveInRows } from "../../../actions/index.ts";
import { Badge, CodeText, EmptyState } from "../../../design/index.ts";
import { formatBytes } from "../../../format/index.ts";
import { revealAsText } from "../../reveal/index.ts";
import { declares } from "../capabilities.ts";
import styles from "../Servers.module.css";
import { Expandable } from "./Expandable.tsx";
import { OffersFrame, type OffersAsked } from "./OffersFrame.tsx";
import { Reading, useWatched } from "./Reading.tsx";
import { Template } from "./Template.tsx";

const Facts = ({ server, resource }: { readonly server: ServerInfo; readonly resource: ServerResource }) => {
  const { t, i18n } = useTranslation("servers");
  const isUpdated = useWatched(server.serverId, resource.uri);
  return (
    <>
      {isUpdated === true && <Badge tone="info">{t("resource.updated")}</Badge>}
      {resource.mimeType !== undefined && (
        <span className={styles["fact"]}>{revealAsText(resource.mimeType)}</span>
      )}
      {resource.size !== undefined && (
        <span className={styles["fact"]}>{formatBytes(resource.size, i18n.language)}</span>
      )}
    </>
  );
};

/** What a server offers to read: its resources, and families of them. */
export const ResourcesTab = ({
  server,
  offers,
}: {
  readonly server: ServerInfo;
  readonly offers: OffersAsked;
}) => {
  const { t } = useTranslation("servers");
  const canWatch = declares(server.capabilities, "resources", "subscribe");
  const completes = declares(server.capabilities, "completions");
  return (
    <OffersFrame
      server={server}
      offers={offers}
      isEmpty={({ resources, templates }) => resources.length + templates.length === 0}
      empty={
        <EmptyState
          icon={<Files size={16} aria-hidden />}
          title={t("resource.none")}
          text={t("resource.noneText")}
        />
      }
    >
      {({ resources, templates }) => (
        <>
          {templates.length > 0 && <h2 className={styles["listHead"]}>{t("resource.templates")}</h2>}
          <ul className={styles["tools"]} onKeyDown={moveInRows}>
            {templates.map((template, at) => (
              <Expandable
                key={template.uriTemplate}
                name={template.title ?? template.name}
                about={template.description ?? template.uriTemplate}
                isCurrent={at === 0}
              >
                {() => (
                  <Template
                    serverId={server.serverId}
                    template={template}
                    completes={completes}
                    canWatch={canWatch}
                  />
                )}
              </Expandable>
            ))}
          </ul>
          {resources.length > 0 && templates.length > 0 && (
            <h2 className={styles["listHead"]}>{t("resource.list")}</h2>
          )}
          <ul className={styles["tools"]} onKeyDown={moveInRows}>
            {resources.map((resource, at) => (
              <Expandable
                key={`${resource.uri} ${at}`}
                name={resource.title ?? resource.name}
                about={resource.description ?? resource.uri}
                facts={<Facts server={server} resource={resource} />}
                isCurrent={at === 0}
              >
                {() => (
                  <>
                    <CodeText text={resource.uri} />
                    <Reading serverId={server.serverId} uri={resource.uri} canWatch={canWatch} />
                  </>
                )}
              </Expandable>
            ))}
          </ul>
        </>
      )}
    </OffersFrame>
  );
};
