import { ShieldOff } from "lucide-react";
import { Trans, useTranslation } from "react-i18next";
import type { Output, WorkspaceServerFile, WorkspaceServers } from "../../../shared/contract/index.ts";
import { CodeText } from "../../design/index.ts";
import { remarkText } from "../../format/index.ts";
import { Revealed } from "../reveal/index.ts";
import { keyOf, openFirst } from "./offers.ts";
import { ServerItem } from "./ServerItem.tsx";
import styles from "./WorkspaceServers.module.css";

type Failed = Output<"workspace.decideServers">["failed"];

interface TicksProps {
  readonly ticked: ReadonlySet<string>;
  readonly failed: Failed;
  readonly onTick: (key: string, isTicked: boolean) => void;
}

const HASH_SHOWN = 12;
const START = "sha256:".length;

const OneFile = ({ file, ticked, failed, onTick }: { readonly file: WorkspaceServerFile } & TicksProps) => {
  const { t } = useTranslation("workspaceServers");
  const { path, client, sha256, servers, problems } = file;
  return (
    <section className={styles["file"]} aria-label={path}>
      <header className={styles["fileHead"]}>
        <h3>
          <CodeText text={path} />
        </h3>
        <span className={styles["quiet"]}>
          {t("ofProgram", { program: t(`addServers:program.${client}`) })}
        </span>
        {sha256 !== undefined && (
          <span className={styles["hash"]} title={sha256}>
            SHA-256 <code>{sha256.slice(START, START + HASH_SHOWN)}…</code>
          </span>
        )}
      </header>
      {problems.map((problem) => (
        <p key={problem.text} className={styles["note"]}>
          <Revealed text={remarkText(problem, t)} isStrict />
        </p>
      ))}
      {servers.length > 0 && (
        <ul className={styles["list"]}>
          {servers.map((server) => {
            const key = keyOf(path, server);
            return (
              <ServerItem
                key={key}
                server={server}
                isTicked={ticked.has(key)}
                failure={failed.find((one) => one.path === path && one.givenName === server.givenName)?.error}
                onTick={(isTicked) => onTick(key, isTicked)}
              />
            );
          })}
        </ul>
      )}
    </section>
  );
};

const Ignored = ({ ignored }: Pick<WorkspaceServers, "ignored">) => {
  const { t } = useTranslation("workspaceServers");
  return (
    <ul className={styles["ignored"]} aria-label={t("ignored")}>
      {ignored.map(({ path, names }) => (
        <li key={path}>
          <ShieldOff size={16} aria-hidden />
          <p>
            <Trans
              t={t}
              i18nKey="ignoredOne"
              components={{ file: <CodeText text={path} />, names: <CodeText text={names.join(", ")} /> }}
            />
          </p>
        </li>
      ))}
    </ul>
  );
};

interface FolderFilesProps extends TicksProps {
  readonly path: string;
  readonly found: WorkspaceServers;
}

/** The folder, its files of servers, and what of it asks for rights in vain. */
export const FolderFiles = ({ path, found, ...ticks }: FolderFilesProps) => (
  <>
    <CodeText text={path} className={styles["folder"]} />
    {found.ignored.length > 0 && <Ignored ignored={found.ignored} />}
    {openFirst(found.files).map((file) => (
      <OneFile key={file.path} file={file} {...ticks} />
    ))}
  </>
);
