import { ChevronRight, Wrench } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ServerInfo, ToolInfo } from "../../../shared/contract/index.ts";
import { moveInRows, rowProps } from "../../actions/index.ts";
import { Badge, CodeText, cx, EmptyState, SeverityBadge } from "../../design/index.ts";
import { formatDuration } from "../../format/index.ts";
import { ToolMarks } from "./inspect/ToolMarks.tsx";
import { ToolReviewPart } from "./inspect/ToolReviewPart.tsx";
import { ToolReviews } from "./inspect/ToolReviews.tsx";
import styles from "./Servers.module.css";
import { toggleTool, useServersPage } from "./servers.ts";
import { TryTool } from "./tools/TryTool.tsx";

const Tool = ({
  server,
  tool,
  isCurrent,
}: {
  readonly server: ServerInfo;
  readonly tool: ToolInfo;
  readonly isCurrent: boolean;
}) => {
  const { t, i18n } = useTranslation("servers");
  const isOpen = useServersPage((page) => page.openTools.includes(tool.name));
  return (
    <li className={styles["tool"]}>
      <button
        type="button"
        className={styles["toolRow"]}
        aria-expanded={isOpen}
        onClick={() => toggleTool(tool.name)}
        {...rowProps(isCurrent)}
      >
        <ChevronRight size={14} aria-hidden className={cx(styles["chevron"], isOpen && styles["open"])} />
        <code className={styles["toolName"]}>{tool.name}</code>
        <span className={styles["toolText"]}>{tool.description}</span>
        {tool.problem !== undefined && <Badge tone="warn">{t("tool.off")}</Badge>}
        <ToolMarks tool={tool} />
        <SeverityBadge severity={tool.severity} isShort />
      </button>
      {isOpen && (
        <div className={styles["toolBody"]}>
          {tool.problem !== undefined && <p className={styles["problem"]}>{tool.problem}</p>}
          <ToolReviewPart server={server} tool={tool} />
          <dl className={styles["summary"]}>
            <dt>{t("tool.modelName")}</dt>
            <dd>
              <CodeText text={tool.modelName} />
            </dd>
            <dt>{t("tool.severity")}</dt>
            <dd>
              <SeverityBadge severity={tool.severity} />
            </dd>
            <dt>{t("tool.timeout")}</dt>
            <dd>{formatDuration(tool.timeoutMs, i18n.language)}</dd>
            <dt>{t("tool.hash")}</dt>
            <dd>
              <CodeText text={tool.definitionHash} />
            </dd>
          </dl>
          {tool.description !== "" && (
            <>
              <h2>{t("tool.description")}</h2>
              <div className={styles["code"]}>
                <CodeText layout="block" isWrapped text={tool.description} />
              </div>
            </>
          )}
          {server.state === "ready" && tool.problem === undefined && tool.isEnabled && (
            <TryTool key={tool.definitionHash} serverId={server.serverId} tool={tool} />
          )}
          <details>
            <summary className={styles["quiet"]}>{t("tool.schema")}</summary>
            <div className={styles["code"]}>
              <CodeText layout="block" text={JSON.stringify(tool.inputSchema, null, 2)} />
            </div>
          </details>
        </div>
      )}
    </li>
  );
};

/** A server's tools with what each may do; one opens to its schema and can be tried by hand. */
export const ServerTools = ({ server }: { readonly server: ServerInfo }) => {
  const { t } = useTranslation("servers");
  const { tools, state } = server;
  if (tools.length === 0)
    return (
      <EmptyState
        icon={<Wrench size={16} aria-hidden />}
        title={t("tool.none")}
        text={t(state === "ready" ? "tool.noneReady" : "tool.noneStopped")}
      />
    );
  return (
    <ToolReviews server={server}>
      <ul className={styles["tools"]} onKeyDown={moveInRows}>
        {tools.map((tool, at) => (
          <Tool key={tool.name} server={server} tool={tool} isCurrent={at === 0} />
        ))}
      </ul>
    </ToolReviews>
  );
};
