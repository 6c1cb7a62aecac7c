import { useState } from "react";
import { useTranslation } from "react-i18next";
import { bridge } from "../../bridge/index.ts";
import { Button, ErrorState, Remarks, TextArea } from "../../design/index.ts";
import { propose } from "../addWays/index.ts";
import { Candidates } from "./Candidates.tsx";
import { proposalOf, type Typed } from "./proposalOf.ts";
import { useReading } from "./useReading.ts";
import { WayDialog } from "./WayDialog.tsx";
import styles from "./AddServers.module.css";

const SAMPLE = '{ "mcpServers": { "files": { "command": "npx", "args": ["-y", "…"] } } }';

/** Servers out of a pasted text, read as it is typed. */
export const PasteDialog = () => {
  const { t } = useTranslation("addServers");
  const [text, setText] = useState("");
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [typed, setTyped] = useState<Readonly<Record<number, Typed>>>({});
  const { value, error } = useReading(text, () =>
    text.trim() === "" ? undefined : bridge.request("server.readConfig", { text }),
  );
  const candidates = value?.candidates ?? [];
  const typedOf = (at: number): Typed => typed[at] ?? {};
  const chosen = candidates.flatMap((one, at) => (left.has(at) ? [] : [proposalOf(one, typedOf(at))]));
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
          setTyped({});
        }}
      />
      {error !== undefined && <ErrorState layout="inline" title={t("paste.failed")} failure={error} />}
      <div className={styles["group"]} role="status">
        <Remarks remarks={value?.problems ?? []} className={styles["quiet"]} />
      </div>
      <Candidates
        candidates={candidates}
        isChosen={(at) => !left.has(at)}
        typedOf={typedOf}
        onType={(at, next) => setTyped({ ...typed, [at]: next })}
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
