import { ChevronRight, Wrench } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ServerState, ToolInfo } from "../../../shared/contract/index.ts";
import { moveInRows, rowProps } from "../../actions/index.ts";
import { Badge, CodeText, cx, EmptyState, SeverityBadge } from "../../design/index.ts";
import { formatDuration } from "../../format/index.ts";
import styles from "./Servers.module.css";

const Tool = ({ tool, isCurrent }: { readonly tool: ToolInfo; readonly isCurrent: boolean }) => {
  const { t, i18n } = useTranslation("servers");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className={styles["tool"]}>
      <button
        type="button"
        className={styles["toolRow"]}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        {...rowProps(isCurrent)}
      >
        <ChevronRight size={14} aria-hidden className={cx(styles["chevron"], isOpen && styles["open"])} />
        <code className={styles["toolName"]}>{tool.name}</code>
        <span className={styles["toolText"]}>{tool.description}</span>
        {tool.problem !== undefined && <Badge tone="warn">{t("tool.off")}</Badge>}
        <SeverityBadge severity={tool.severity} isShort />
      </button>
      {isOpen && (
        <div className={styles["toolBody"]}>
          {tool.problem !== undefined && <p className={styles["problem"]}>{tool.problem}</p>}
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
          <h2>{t("tool.schema")}</h2>
          <div className={styles["code"]}>
            <CodeText layout="block" text={JSON.stringify(tool.inputSchema, null, 2)} />
          </div>
        </div>
      )}
    </li>
  );
};

/** A server's tools with what each may do; one opens to its schema. */
export const ServerTools = ({
  tools,
  state,
}: {
  readonly tools: readonly ToolInfo[];
  readonly state: ServerState;
}) => {
  const { t } = useTranslation("servers");
  if (tools.length === 0)
    return (
      <EmptyState
        icon={<Wrench size={16} aria-hidden />}
        title={t("tool.none")}
        text={t(state === "ready" ? "tool.noneReady" : "tool.noneStopped")}
      />
    );
  return (
    <ul className={styles["tools"]} onKeyDown={moveInRows}>
      {tools.map((tool, at) => (
        <Tool key={tool.name} tool={tool} isCurrent={at === 0} />
      ))}
    </ul>
  );
};
