import { ChevronRight, Search, Wrench } from "lucide-react";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { JsonObject, ServerInfo, ToolInfo } from "../../../shared/contract/index.ts";
import { moveInRows, rowProps, useActions, type Action } from "../../actions/index.ts";
import { Badge, CodeText, cx, EmptyState, SeverityBadge, TextField } from "../../design/index.ts";
import { formatDuration } from "../../format/index.ts";
import { Revealed, revealAsText } from "../reveal/index.ts";
import { useReview } from "./inspect/reviews.ts";
import { ToolHints } from "./inspect/ToolHints.tsx";
import { ToolMarks } from "./inspect/ToolMarks.tsx";
import { ToolReviewPart } from "./inspect/ToolReviewPart.tsx";
import { ToolReviews } from "./inspect/ToolReviews.tsx";
import styles from "./Servers.module.css";
import { toggleTool, useServersPage } from "./servers.ts";
import { filterTools } from "./tools/filterTools.ts";
import { TryTool } from "./tools/TryTool.tsx";

const ShownSchema = ({ title, schema }: { readonly title: string; readonly schema: JsonObject }) => (
  <details>
    <summary className={styles["quiet"]}>{title}</summary>
    <div className={styles["code"]}>
      <CodeText layout="block" text={JSON.stringify(schema, null, 2)} />
    </div>
  </details>
);

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
  const outputSchema = useReview(tool.name)?.outputSchema;
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
        <code className={styles["toolName"]}>
          <Revealed text={tool.name} isStrict />
        </code>
        <span className={styles["toolText"]}>{revealAsText(tool.description)}</span>
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
            <ToolHints server={server} tool={tool} />
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
          <ShownSchema title={t("tool.schema")} schema={tool.inputSchema} />
          {outputSchema !== undefined && <ShownSchema title={t("tool.outputSchema")} schema={outputSchema} />}
        </div>
      )}
    </li>
  );
};

/** From this many tools on a server's list has a field that narrows it. */
const MANY_TOOLS = 10;

/** Finds the tools that are wanted, and takes the keys on `/`. */
const ToolFilter = ({
  text,
  onText,
  shown,
  count,
}: {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly shown: number;
  readonly count: number;
}) => {
  const { t } = useTranslation("servers");
  const input = useRef<HTMLInputElement>(null);
  useActions(
    useMemo<readonly Action[]>(
      () => [
        {
          id: "servers.filterTools",
          title: t("tool.filter"),
          section: "servers",
          keys: ["/"],
          run: () => input.current?.focus(),
        },
      ],
      [t],
    ),
  );
  return (
    <div className={styles["toolFilter"]}>
      <TextField
        ref={input}
        label={t("tool.filter")}
        isLabelHidden
        placeholder={t("tool.filter")}
        icon={<Search size={14} aria-hidden />}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || event.nativeEvent.isComposing || text === "") return;
          event.stopPropagation();
          onText("");
        }}
      />
      <span role="status" className={styles["quiet"]}>
        {t("tool.shown", { shown, count })}
      </span>
    </div>
  );
};

/** A server's tools with what each may do; one opens to its schema and can be tried by hand. */
export const ServerTools = ({ server }: { readonly server: ServerInfo }) => {
  const { t } = useTranslation("servers");
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text);
  const { tools, state } = server;
  const found = useMemo(() => filterTools(tools, wanted), [tools, wanted]);
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
      {tools.length >= MANY_TOOLS && (
        <ToolFilter text={text} onText={setText} shown={found.length} count={tools.length} />
      )}
      {found.length === 0 && (
        <EmptyState
          icon={<Search size={16} aria-hidden />}
          title={t("tool.noneFound")}
          text={t("tool.noneFoundText")}
        />
      )}
      <ul className={styles["tools"]} onKeyDown={moveInRows}>
        {found.map((tool, at) => (
          <Tool key={tool.name} server={server} tool={tool} isCurrent={at === 0} />
        ))}
      </ul>
    </ToolReviews>
  );
};
