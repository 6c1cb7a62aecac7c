import { CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Failure, ServerDefinition, WorkspaceServer } from "../../../shared/contract/index.ts";
import { Badge, Checkbox, CodeText, ErrorState } from "../../design/index.ts";
import { remarkText } from "../../format/index.ts";
import { Revealed } from "../reveal/index.ts";
import { DefinitionMore, TransportSummary } from "../servers/index.ts";
import { isOpen, looksSame } from "./offers.ts";
import styles from "./WorkspaceServers.module.css";

const Definition = ({ definition }: { readonly definition: ServerDefinition }) => {
  const { t } = useTranslation("addServers");
  return (
    <>
      <TransportSummary transport={definition.transport} />
      <DefinitionMore definition={definition} />
      {definition.fillsIn === true && <p className={styles["note"]}>{t("consent.fillsIn")}</p>}
    </>
  );
};

/** Values of variables by which a program becomes another one: they are part of what is agreed to. */
const Telling = ({ telling }: Pick<WorkspaceServer, "telling">) => {
  const { t } = useTranslation("workspaceServers");
  const values = Object.entries(telling);
  if (values.length === 0) return null;
  return (
    <div className={styles["telling"]}>
      <p>{t("item.telling")}</p>
      <ul>
        {values.map(([name, value]) => (
          <li key={name}>
            <CodeText text={`${name}=${value}`} />
          </li>
        ))}
      </ul>
    </div>
  );
};

interface SideProps {
  readonly title: string;
  readonly definition: ServerDefinition;
}

const Side = ({ title, definition }: SideProps) => (
  <section className={styles["side"]} aria-label={title}>
    <h4>{title}</h4>
    <Definition definition={definition} />
  </section>
);

const Compared = ({
  server,
  earlier,
}: {
  readonly server: WorkspaceServer;
  readonly earlier: ServerDefinition;
}) => {
  const { t } = useTranslation("workspaceServers");
  const isAdded = server.serverId !== undefined;
  return (
    <>
      {looksSame(server) && <p className={styles["note"]}>{t("item.onlyValues")}</p>}
      <Side title={t(isAdded ? "item.added" : "item.refused")} definition={earlier} />
      <Side title={t("item.now")} definition={server.definition} />
    </>
  );
};

/** Everything there is to know of a server before it is agreed to. */
const Whole = ({ server }: { readonly server: WorkspaceServer }) => {
  const { t } = useTranslation("workspaceServers");
  return (
    <div className={styles["whole"]}>
      {server.earlier === undefined ? (
        <Definition definition={server.definition} />
      ) : (
        <Compared server={server} earlier={server.earlier} />
      )}
      <Telling telling={server.telling} />
      {server.notes.map((note) => (
        <p key={note.text} className={styles["note"]}>
          <Revealed text={remarkText(note, t)} isStrict />
        </p>
      ))}
    </div>
  );
};

const StateMark = ({ state, serverId }: Pick<WorkspaceServer, "state" | "serverId">) => {
  const { t } = useTranslation("workspaceServers");
  switch (state) {
    case "new":
      return <Badge tone="info">{t("state.new")}</Badge>;
    case "changed":
      return <Badge tone="warn">{t("state.changed")}</Badge>;
    case "refused":
      return <Badge>{t(serverId === undefined ? "state.refused" : "state.changeRefused")}</Badge>;
    case "taken":
      return (
        <Badge tone="ok" icon={<CircleCheck size={12} aria-hidden />}>
          {t("state.taken")}
        </Badge>
      );
  }
};

interface ServerItemProps {
  readonly server: WorkspaceServer;
  readonly isTicked: boolean;
  readonly failure: Failure | undefined;
  readonly onTick: (isTicked: boolean) => void;
}

/** One server that a folder's file names, whole, with a box to tick; one that was added already has none. */
export const ServerItem = ({ server, isTicked, failure, onTick }: ServerItemProps) => {
  const { t } = useTranslation("workspaceServers");
  const { givenName, definition, state, serverId } = server;
  const name = <CodeText text={givenName} className={styles["name"]} />;
  return (
    <li className={styles["item"]}>
      <div className={styles["head"]}>
        {state === "taken" ? (
          name
        ) : (
          <Checkbox
            label={name}
            hint={t(serverId === undefined ? "item.tickAdd" : "item.tickChange")}
            isChecked={isTicked}
            onChange={onTick}
          />
        )}
        <StateMark state={state} serverId={serverId} />
      </div>
      {failure !== undefined && <ErrorState layout="inline" title={t("item.failed")} failure={failure} />}
      {definition.name !== givenName && (
        <p className={styles["note"]}>{t("item.renamed", { name: definition.name })}</p>
      )}
      {isOpen(server) ? (
        <Whole server={server} />
      ) : (
        <details className={styles["decided"]} open={isTicked}>
          <summary>{t("item.whole")}</summary>
          <Whole server={server} />
        </details>
      )}
    </li>
  );
};
