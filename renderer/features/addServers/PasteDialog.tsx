import { useState } from "react";
import { useTranslation } from "react-i18next";
import { bridge } from "../../bridge/index.ts";
import { Button, ErrorState, TextArea } from "../../design/index.ts";
import { propose } from "../addWays/index.ts";
import { Candidates } from "./Candidates.tsx";
import { useReading } from "./useReading.ts";
import { WayDialog } from "./WayDialog.tsx";
import styles from "./AddServers.module.css";

const SAMPLE = '{ "mcpServers": { "files": { "command": "npx", "args": ["-y", "…"] } } }';

/** Servers out of a pasted text, read as it is typed. */
export const PasteDialog = () => {
  const { t } = useTranslation("addServers");
  const [text, setText] = useState("");
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const { value, error } = useReading(text, () =>
    text.trim() === "" ? undefined : bridge.request("server.readConfig", { text }),
  );
  const candidates = value?.candidates ?? [];
  const chosen = candidates.filter((_, at) => !left.has(at));
  return (
    <WayDialog
      way="paste"
      action={
        <Button kind="primary" disabled={chosen.length === 0} onClick={() => propose(chosen)}>
          {t("review", { count: chosen.length })}
        </Button>
      }
    >
      <TextArea
        label={t("paste.label")}
        hint={t("paste.hint")}
        isMono
        className={styles["area"]}
        value={text}
        placeholder={SAMPLE}
        data-first-focus
        onChange={(event) => {
          setText(event.target.value);
          setLeft(new Set());
        }}
      />
      {error !== undefined && <ErrorState layout="inline" title={t("paste.failed")} failure={error} />}
      <div className={styles["group"]} role="status">
        {(value?.problems ?? []).map((problem) => (
          <p key={problem} className={styles["quiet"]}>
            {problem}
          </p>
        ))}
      </div>
      <Candidates
        candidates={candidates}
        isChosen={(at) => !left.has(at)}
        onChoose={(at, isChosen) => {
          const next = new Set(left);
          if (isChosen) next.delete(at);
          else next.add(at);
          setLeft(next);
        }}
      />
    </WayDialog>
  );
};
