import { FileSearch } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { bridge } from "../../bridge/index.ts";
import { Button, CodeText, EmptyState, ErrorState, Remarks, Skeleton } from "../../design/index.ts";
import { propose } from "../addWays/index.ts";
import { Candidates } from "./Candidates.tsx";
import { proposalOf, type Typed } from "./proposalOf.ts";
import { useReading } from "./useReading.ts";
import { WayDialog } from "./WayDialog.tsx";
import styles from "./AddServers.module.css";

const keyOf = (file: number, at: number): string => `${file}:${at}`;

/** Servers of other programs on this computer. Their files are only read. */
export const ImportDialog = () => {
  const { t } = useTranslation("addServers");
  const [round, setRound] = useState(0);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>({});
  const { value, error, isBusy } = useReading(`${round}`, () => bridge.request("server.findConfigs", {}));
  const found = (value ?? []).filter((one) => one.candidates.length > 0 || one.problems.length > 0);
  const typedOf = (file: number, at: number): Typed => typed[keyOf(file, at)] ?? {};
  const picked = found.flatMap((one, file) =>
    one.candidates.flatMap((candidate, at) =>
      chosen.has(keyOf(file, at)) ? [proposalOf(candidate, typedOf(file, at))] : [],
    ),
  );
  const again = <Button onClick={() => setRound(round + 1)}>{t("import.again")}</Button>;
  return (
    <WayDialog
      way="import"
      action={
        <Button kind="primary" disabled={picked.length === 0} onClick={() => propose(picked)}>
          {t("review", { count: picked.length })}
        </Button>
      }
    >
      <p className={styles["quiet"]}>{t("import.about")}</p>
      {error !== undefined && (
        <ErrorState layout="inline" title={t("import.failed")} failure={error} action={again} />
      )}
      {value === undefined && error === undefined && <Skeleton rows={4} />}
      {value !== undefined && found.length === 0 && !isBusy && (
        <EmptyState
          icon={<FileSearch size={16} aria-hidden />}
          title={t("import.empty")}
          text={t("import.emptyText")}
          action={again}
        />
      )}
      {found.map((one, file) => (
        <section key={one.path} className={styles["group"]} aria-label={t(`program.${one.client}`)}>
          <h3>{t(`program.${one.client}`)}</h3>
          <CodeText text={one.path} />
          <Remarks remarks={one.problems} className={styles["note"]} />
          <Candidates
            candidates={one.candidates}
            isChosen={(at) => chosen.has(keyOf(file, at))}
            typedOf={(at) => typedOf(file, at)}
            onType={(at, next) => setTyped({ ...typed, [keyOf(file, at)]: next })}
            onChoose={(at, isChosen) => {
              const next = new Set(chosen);
              if (isChosen) next.add(keyOf(file, at));
              else next.delete(keyOf(file, at));
              setChosen(next);
            }}
          />
        </section>
      ))}
    </WayDialog>
  );
};
