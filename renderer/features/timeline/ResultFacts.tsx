import { SquareTerminal } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { CallDetail } from "../../../shared/contract/index.ts";
import { Badge, Button, cx } from "../../design/index.ts";
import { formatBytes } from "../../format/index.ts";
import { Revealed } from "../reveal/index.ts";
import { openRunning } from "../running/index.ts";
import styles from "./inspector.module.css";
import { commandResultOf, resultFilesOf, type CommandResult, type ResultFile } from "./resultFacts.ts";

const Ended = ({ result }: { readonly result: CommandResult }) => {
  const { t } = useTranslation("timeline");
  if (result.isRunning) return <Badge tone="info">{t("command.running")}</Badge>;
  if (result.isTimedOut) return <Badge tone="warn">{t("command.timedOut")}</Badge>;
  if (result.signal !== null)
    return <Badge tone="warn">{t("command.signal", { signal: result.signal })}</Badge>;
  if (result.exitCode === null) return <Badge>{t("command.ended")}</Badge>;
  return (
    <Badge tone={result.exitCode === 0 ? "ok" : "danger"}>
      {t("command.exit", { code: result.exitCode })}
    </Badge>
  );
};

/** Bytes of a stream up to which the workspace's server keeps all of it. */
const KEPT_WHOLE = 32 * 1024 * 1024;

/** How the command of a call stood when the call answered, and the way to all it wrote. */
export const CommandFacts = ({ detail }: { readonly detail: CallDetail }) => {
  const { t, i18n } = useTranslation("timeline");
  const result = commandResultOf(detail);
  if (result === undefined) return null;
  const { workspaceId, id, stdoutBytes, stderrBytes } = result;
  const isWhole = stdoutBytes <= KEPT_WHOLE && stderrBytes <= KEPT_WHOLE;
  const stream = stdoutBytes === 0 && stderrBytes > 0 ? "stderr" : "stdout";
  return (
    <p className={styles["commandFacts"]}>
      <Ended result={result} />
      <Button
        size="small"
        icon={<SquareTerminal size={14} aria-hidden />}
        onClick={() => openRunning({ workspaceId, id, stream })}
      >
        {result.isRunning
          ? t("command.follow")
          : t(isWhole ? "command.output" : "command.outputPart", {
              size: formatBytes(stdoutBytes + stderrBytes, i18n.language),
            })}
      </Button>
    </p>
  );
};

const lineLook = (line: string): string | undefined => {
  if (line.startsWith("+++") || line.startsWith("---")) return "diffHead";
  if (line.startsWith("@@")) return "diffPlace";
  if (line.startsWith("+")) return "diffAdded";
  return line.startsWith("-") ? "diffRemoved" : undefined;
};

/** Lines that are laid out; a longer diff is in the structured result, whole. */
const SHOWN_LINES = 2000;

const Diff = ({ file }: { readonly file: ResultFile & { readonly diff: string } }) => {
  const { t } = useTranslation("timeline");
  const lines = file.diff.replace(/\n$/, "").split("\n");
  return (
    <>
      <pre
        className={styles["diffText"]}
        tabIndex={0}
        role="region"
        aria-label={t("diffOf", { path: file.path })}
      >
        {lines.slice(0, SHOWN_LINES).map((line, at) => {
          const look = lineLook(line);
          return (
            <span key={at} className={cx(styles["diffLine"], look !== undefined && styles[look])}>
              <Revealed text={line} />
              {"\n"}
            </span>
          );
        })}
      </pre>
      {lines.length > SHOWN_LINES && (
        <p className={styles["quiet"]}>{t("diffCut", { count: lines.length - SHOWN_LINES })}</p>
      )}
    </>
  );
};

const hasDiff = (file: ResultFile): file is ResultFile & { readonly diff: string } => file.diff !== undefined;

/** What changed, where no view of two whole texts shows it, and encodings that are not UTF-8. */
export const FileFacts = ({ detail }: { readonly detail: CallDetail }) => {
  const { t } = useTranslation("timeline");
  const hasView = (detail.files?.length ?? 0) > 0;
  const files = resultFilesOf(detail).filter((file) => file.encoding !== undefined || !hasView);
  return files.map((file) => (
    <div key={file.path} className={styles["resultFile"]}>
      <p className={styles["resultPath"]}>
        <code>
          <Revealed text={file.path} isStrict />
        </code>{" "}
        {file.encoding !== undefined && (
          <Badge tone="info">{t("encoding", { encoding: file.encoding })}</Badge>
        )}
      </p>
      {!hasView && hasDiff(file) && <Diff file={file} />}
    </div>
  ));
};
