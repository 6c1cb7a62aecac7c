import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure, ServerOrigin } from "../../../shared/contract/index.ts";
import { Button, Checkbox, CodeText, Dialog, ErrorState, Remarks, TextField } from "../../design/index.ts";
import { goTo } from "../../navigation/index.ts";
import { DefinitionMore, TransportSummary } from "../servers/index.ts";
import { addProposals } from "./addProposals.ts";
import { backFromConsent, closeWays, propose, type Proposal } from "../addWays/index.ts";
import styles from "./AddServers.module.css";

const Origin = ({ origin }: { readonly origin: ServerOrigin | undefined }) => {
  const { t } = useTranslation("addServers");
  const { kind = "form", from } = origin ?? {};
  return (
    <div className={styles["fact"]}>
      <span className={styles["quiet"]}>{t("consent.origin")}</span>
      <span className={styles["row"]}>
        <span>{t(`origin.${kind}`)}</span>
        {from !== undefined && <CodeText text={from} />}
      </span>
    </div>
  );
};

interface ShownProps {
  readonly proposal: Proposal;
  readonly failure: Failure | undefined;
  readonly onRename: (name: string) => void;
}

const Shown = ({ proposal: { definition, notes }, failure, onRename }: ShownProps) => {
  const { t } = useTranslation("addServers");
  return (
    <li className={styles["item"]}>
      <TextField
        label={t("consent.name")}
        value={definition.name}
        maxLength={60}
        onChange={(event) => onRename(event.target.value)}
      />
      <Origin origin={definition.origin} />
      <TransportSummary transport={definition.transport} />
      <DefinitionMore definition={definition} />
      {definition.fillsIn === true && <p className={styles["note"]}>{t("consent.fillsIn")}</p>}
      <Remarks remarks={notes} className={styles["note"]} />
      {failure !== undefined && <ErrorState layout="inline" title={t("consent.failed")} failure={failure} />}
    </li>
  );
};

/** Every field of each server in full, before anything is added (MCP-05). The safe answer has the focus; nothing starts unless the person says so here. */
export const ConsentPage = ({ proposals }: { readonly proposals: readonly Proposal[] }) => {
  const { t } = useTranslation("addServers");
  const [isStarting, setIsStarting] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const add = async (): Promise<void> => {
    setIsBusy(true);
    const done = await addProposals(proposals, isStarting);
    setIsBusy(false);
    setFailures(done.failures);
    if (done.left.length > 0) return propose(done.left);
    closeWays();
    goTo("servers");
  };
  return (
    <Dialog
      isOpen
      size="large"
      onClose={backFromConsent}
      title={t("consent.title", { count: proposals.length })}
      description={t("consent.text")}
      footer={
        <>
          <Button onClick={backFromConsent} data-first-focus>
            {t("cancel")}
          </Button>
          <Button
            kind="primary"
            isBusy={isBusy}
            onClick={() => {
              add().catch((cause: unknown) => console.error("adding servers failed", cause));
            }}
          >
            {t(isStarting ? "consent.addAndStart" : "consent.add", { count: proposals.length })}
          </Button>
        </>
      }
    >
      <ul className={styles["list"]}>
        {proposals.map((proposal, at) => (
          <Shown
            key={at}
            proposal={proposal}
            failure={failures[at]}
            onRename={(name) =>
              propose(
                proposals.map((one, index) =>
                  index === at ? { ...one, definition: { ...one.definition, name } } : one,
                ),
              )
            }
          />
        ))}
      </ul>
      <Checkbox
        label={t("consent.start")}
        hint={t("consent.startHint")}
        isChecked={isStarting}
        onChange={setIsStarting}
      />
    </Dialog>
  );
};
