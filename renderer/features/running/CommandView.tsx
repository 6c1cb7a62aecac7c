import { Square } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CommandStop, Result, WorkspaceCommand } from "../../../shared/contract/index.ts";
import { Badge, Button, CopyButton } from "../../design/index.ts";
import { failureText, formatBytes, formatDateTime } from "../../format/index.ts";
import { Revealed } from "../reveal/index.ts";
import { stateWords } from "./CommandRow.tsx";
import { Output } from "./Output.tsx";
import { runningStore, useRunningPanel, type OutputOf } from "./running.ts";
import styles from "./running.module.css";
import type { ReadFrom } from "./useOutput.ts";

/** Ends a command after a second click that says what that means. */
const Stop = ({ of, command }: { readonly of: OutputOf; readonly command: WorkspaceCommand }) => {
  const { t } = useTranslation("running");
  const [state, setState] = useState<"idle" | "asking" | "busy">("idle");
  const [answer, setAnswer] = useState<Result<CommandStop> | undefined>(undefined);
  const canStop = command.isRunning || command.left.length > 0;
  const stop = (): void => {
    setState("busy");
    runningStore()
      .stop(of.workspaceId, of.id)
      .then((result) => {
        setAnswer(result);
        setState("idle");
      })
      .catch((cause: unknown) => console.error("command.stop failed", cause));
  };
  const names = (processes: readonly { readonly name: string; readonly pid: number }[]): string =>
    processes.map(({ name, pid }) => `${name} (${pid})`).join(", ");
  return (
    <div className={styles["stop"]} role="status">
      {canStop && state === "idle" && (
        <Button size="small" icon={<Square size={12} aria-hidden />} onClick={() => setState("asking")}>
          {t(command.isRunning ? "stop.action" : "stop.left")}
        </Button>
      )}
      {canStop && state !== "idle" && (
        <>
          <span>
            {command.isRunning ? t("stop.sure") : t("stop.sureLeft", { names: names(command.left) })}
          </span>
          <Button size="small" kind="danger" isBusy={state === "busy"} autoFocus onClick={stop}>
            {t("stop.yes")}
          </Button>
          <Button size="small" disabled={state === "busy"} onClick={() => setState("idle")}>
            {t("stop.no")}
          </Button>
        </>
      )}
      {answer?.ok === true && (
        <span>
          {answer.value.stopped.length === 0
            ? t("stop.nothing")
            : t("stop.done", { names: names(answer.value.stopped) })}
        </span>
      )}
      {answer?.ok === false && <span className={styles["bad"]}>{failureText(answer.error, t)}</span>}
    </div>
  );
};

const Facts = ({ command, isLost }: { readonly command: WorkspaceCommand; readonly isLost: boolean }) => {
  const { t, i18n } = useTranslation("running");
  const { sandbox, network } = command;
  return (
    <dl className={styles["facts"]}>
      <dt>{t("fact.state")}</dt>
      <dd>
        {stateWords(command, isLost, t)}
        {isLost && ` ${t("lostWhy")}`}
      </dd>
      <dt>{t("fact.cwd")}</dt>
      <dd>
        {command.cwd === "." ? (
          t("root")
        ) : (
          <code>
            <Revealed text={command.cwd} isStrict />
          </code>
        )}
      </dd>
      <dt>{t("fact.started")}</dt>
      <dd>
        {formatDateTime(command.startedAt, i18n.language)} · <code>{command.id}</code>
      </dd>
      <dt>{t("fact.sandbox")}</dt>
      <dd>
        {sandbox === "none" ? <Badge tone="warn">{t("sandbox.none")}</Badge> : t("sandbox.on")}{" "}
        {network === true && <Badge tone="warn">{t("sandbox.network")}</Badge>}
        {network === false && sandbox !== "none" && t("sandbox.noNetwork")}
      </dd>
    </dl>
  );
};

interface CommandViewProps {
  readonly of: OutputOf;
  /** Undefined for one that is not in the list any more; its output may still be kept. */
  readonly command: WorkspaceCommand | undefined;
  readonly isLost: boolean;
}

const streams = ["stdout", "stderr"] as const;

/** One command: what it is, how it stands, what it writes, and its end. */
export const CommandView = ({ of, command, isLost }: CommandViewProps) => {
  const { t, i18n } = useTranslation("running");
  const [from, setFrom] = useState<ReadFrom>("end");
  const [copied, setCopied] = useState("");
  const size = (stream: "stdout" | "stderr"): string =>
    command === undefined ? "" : ` · ${formatBytes(command[`${stream}Bytes`], i18n.language)}`;
  return (
    <section className={styles["view"]} aria-label={t("view")}>
      {command !== undefined && (
        <pre className={styles["whole"]} tabIndex={0} role="group" aria-label={t("commandLine")}>
          <Revealed text={command.label} isStrict />
        </pre>
      )}
      {command !== undefined && <Facts command={command} isLost={isLost} />}
      {command !== undefined && !isLost && <Stop of={of} command={command} />}
      <div className={styles["bar"]} role="group" aria-label={t("output")}>
        {streams.map((stream) => (
          <Button
            key={stream}
            size="small"
            kind={of.stream === stream ? "neutral" : "quiet"}
            aria-pressed={of.stream === stream}
            onClick={() => useRunningPanel.setState({ shown: { ...of, stream } })}
          >
            {stream}
            {size(stream)}
          </Button>
        ))}
        <span className={styles["spring"]} />
        <Button
          size="small"
          kind="quiet"
          disabled={isLost}
          onClick={() => setFrom(from === "end" ? "start" : "end")}
        >
          {t(from === "end" ? "fromStart" : "fromEnd")}
        </Button>
        <CopyButton text={() => copied} label={t("copy")} isIconOnly />
      </div>
      {isLost ? (
        <p className={styles["note"]}>{t("lostOutput")}</p>
      ) : (
        <Output key={`${of.stream} ${from}`} of={of} from={from} onRead={setCopied} />
      )}
    </section>
  );
};
