import { ExternalLink, PackageSearch, Search } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { RegistryEntry, RegistryPage } from "../../../shared/contract/index.ts";
import { bridge } from "../../bridge/index.ts";
import {
  Badge,
  Button,
  EmptyState,
  ErrorState,
  Remarks,
  Skeleton,
  TextField,
  TimeAgo,
} from "../../design/index.ts";
import { failureText } from "../../format/index.ts";
import { useAddServers } from "../addWays/index.ts";
import { revealAsText } from "../reveal/index.ts";
import { OptionForm } from "./OptionForm.tsx";
import { useReading } from "./useReading.ts";
import { WayDialog } from "./WayDialog.tsx";
import styles from "./AddServers.module.css";

/** A page outside that tells more; the app asks before a browser opens. */
const Outside = ({ url, words }: { readonly url: string | undefined; readonly words: string }) => {
  if (url === undefined) return null;
  const open = (): void => {
    bridge
      .request("app.openExternal", { url })
      .catch((cause: unknown) => console.error("opening the page failed", cause));
  };
  return (
    <Button size="small" kind="quiet" icon={<ExternalLink size={14} aria-hidden />} onClick={open}>
      {words}
    </Button>
  );
};

const Entry = ({ entry }: { readonly entry: RegistryEntry }) => {
  const { t } = useTranslation("addServers");
  const [open, setOpen] = useState<number>();
  const option = open === undefined ? undefined : entry.options[open];
  return (
    <li className={styles["item"]}>
      <div className={styles["row"]}>
        <strong>{revealAsText(entry.title ?? entry.name)}</strong>
        <span className={styles["quiet"]}>
          {revealAsText(entry.title === undefined ? entry.version : `${entry.name} ${entry.version}`)}
        </span>
        {entry.status !== "active" && <Badge tone="warn">{t(`registry.${entry.status}`)}</Badge>}
      </div>
      <p>{revealAsText(entry.description)}</p>
      {entry.statusMessage !== undefined && (
        <p className={styles["note"]}>{revealAsText(entry.statusMessage)}</p>
      )}
      <div className={styles["row"]}>
        {entry.options.map(({ label }, at) => (
          <Button
            key={label}
            size="small"
            aria-expanded={open === at}
            onClick={() => setOpen(open === at ? undefined : at)}
          >
            {revealAsText(label)}
          </Button>
        ))}
        <span className={styles["spring"]} />
        <Outside url={entry.repositoryUrl} words={t("registry.repository")} />
        <Outside url={entry.websiteUrl} words={t("registry.website")} />
      </div>
      <Remarks remarks={entry.problems} className={styles["note"]} />
      {option !== undefined && <OptionForm key={open} option={option} />}
    </li>
  );
};

const Found = ({ page }: { readonly page: RegistryPage }) => {
  const { t } = useTranslation("addServers");
  return (
    <>
      <p className={styles["note"]} role="status">
        {t(page.offline === undefined ? "registry.from" : "registry.kept", { from: page.from })}{" "}
        <TimeAgo at={page.readAt} />
        {page.offline !== undefined && <> {failureText(page.offline, t)}</>}
      </p>
      {page.entries.length === 0 && (
        <EmptyState
          icon={<PackageSearch size={16} aria-hidden />}
          title={t("registry.none")}
          text={t("registry.noneText")}
        />
      )}
      <ul className={styles["list"]}>
        {page.entries.map((entry) => (
          <Entry key={`${entry.name} ${entry.version}`} entry={entry} />
        ))}
      </ul>
    </>
  );
};

/** Servers that a registry lists, page by page. Nothing is fetched or started here but the list. */
export const RegistryDialog = () => {
  const { t } = useTranslation("addServers");
  const [search, setSearch] = useState(() => useAddServers.getState().search);
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [round, setRound] = useState(0);
  const cursor = cursors.at(-1);
  const { value, error, isBusy } = useReading(JSON.stringify([search, cursor, round]), () =>
    bridge.request("registry.search", { search, ...(cursor === undefined ? {} : { cursor }) }),
  );
  const { nextCursor } = value ?? {};
  return (
    <WayDialog way="registry">
      <TextField
        label={t("registry.search")}
        icon={<Search size={14} aria-hidden />}
        value={search}
        maxLength={200}
        data-first-focus
        onChange={(event) => {
          setSearch(event.target.value);
          setCursors([]);
        }}
      />
      {error !== undefined && (
        <ErrorState
          layout="inline"
          title={t("registry.failed")}
          failure={error}
          action={<Button onClick={() => setRound(round + 1)}>{t("registry.again")}</Button>}
        />
      )}
      {value === undefined && error === undefined && <Skeleton rows={4} />}
      {value !== undefined && <Found page={value} />}
      <div className={styles["row"]}>
        {cursors.length > 0 && (
          <Button size="small" disabled={isBusy} onClick={() => setCursors(cursors.slice(0, -1))}>
            {t("registry.back")}
          </Button>
        )}
        {nextCursor !== undefined && (
          <Button size="small" disabled={isBusy} onClick={() => setCursors([...cursors, nextCursor])}>
            {t("registry.next")}
          </Button>
        )}
      </div>
    </WayDialog>
  );
};
