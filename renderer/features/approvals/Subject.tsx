import { useTranslation } from "react-i18next";
import type { Approval, JsonObject } from "../../../shared/contract/index.ts";
import { Badge } from "../../design/index.ts";
import { formatDuration, formatNumber } from "../../format/index.ts";
import { hasHidden, Revealed } from "../reveal/index.ts";
import styles from "./card.module.css";
import { commandTime } from "./commandTime.ts";
import { Sandbox } from "./Sandbox.tsx";

/** Beyond these a text scrolls inside its box, so its length is stated. */
const LONG_CHARS = 400;
const LONG_LINES = 8;

/** A text of the call, whole: what hides is revealed, what is long scrolls with its length said (SEC-CMD-10). */
export const WholeText = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { t, i18n } = useTranslation(["approvals", "diff"]);
  const lines = text.split("\n").length;
  const isLong = text.length > LONG_CHARS || lines > LONG_LINES;
  return (
    <div className={styles["whole"]}>
      <pre className={styles["wholeText"]} tabIndex={isLong ? 0 : -1} role="group" aria-label={label}>
        <Revealed text={text} isStrict />
      </pre>
      {(isLong || hasHidden(text)) && (
        <div className={styles["wholeFacts"]}>
          {hasHidden(text) && <Badge tone="warn">{t("hidden.flag")}</Badge>}
          {isLong && (
            <span className={styles["quiet"]}>
              {t("length.characters", {
                count: text.length,
                shown: formatNumber(text.length, i18n.language),
              })}
              {lines > 1 && ` · ${t("diff:lines", { count: lines })}`}
            </span>
          )}
        </div>
      )}
    </div>
  );
};

/** A command with where, how long and in what it would run. */
export const Command = ({
  command,
  args,
}: {
  readonly command: NonNullable<Approval["command"]>;
  readonly args: JsonObject;
}) => {
  const { t, i18n } = useTranslation("approvals");
  const time = commandTime(command, args);
  return (
    <div className={styles["command"]}>
      <WholeText text={command.line} label={t("command.label")} />
      <dl className={styles["facts"]}>
        <dt>{t("command.cwd")}</dt>
        <dd>
          <code>
            <Revealed text={command.cwd} isStrict />
          </code>
        </dd>
        <dt>{t(`command.${time.kind}`)}</dt>
        <dd>{t(`command.${time.kind}Text`, { time: formatDuration(time.ms, i18n.language) })}</dd>
        {command.sandbox !== undefined && <Sandbox sandbox={command.sandbox} />}
      </dl>
    </div>
  );
};

const valueText = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "null");

/** Arguments as name and value, each in full, and the same as JSON for who wants it exact. */
export const Arguments = ({ args }: { readonly args: JsonObject }) => {
  const { t } = useTranslation("approvals");
  const entries = Object.entries(args);
  if (entries.length === 0) return <p className={styles["quiet"]}>{t("arguments.none")}</p>;
  return (
    <div className={styles["arguments"]}>
      {entries.map(([name, value]) => (
        <div key={name} className={styles["argument"]}>
          <code className={styles["argumentName"]}>
            <Revealed text={name} isStrict />
          </code>
          <WholeText text={valueText(value)} label={name} />
        </div>
      ))}
      <details className={styles["details"]}>
        <summary>{t("arguments.json")}</summary>
        <WholeText text={JSON.stringify(args, null, 2)} label={t("arguments.json")} />
      </details>
    </div>
  );
};
