import { PlugZap } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Failure, ServerInfo, ServerOffers } from "../../../../shared/contract/index.ts";
import { Button, EmptyState, ErrorState, Skeleton } from "../../../design/index.ts";
import { remarkText } from "../../../format/index.ts";
import { revealAsText } from "../../reveal/index.ts";
import styles from "./offers.module.css";

/** What a server was found to offer beside tools; `undefined` while it does not run. */
export type OffersAsked =
  | undefined
  | { readonly status: "loading"; readonly again: () => void }
  | { readonly status: "failed"; readonly error: Failure; readonly again: () => void }
  | { readonly status: "ready"; readonly value: ServerOffers; readonly again: () => void };

/** A list of what a server offers, with what it is while it does not run, loads, failed, or holds nothing. */
export const OffersFrame = ({
  server,
  offers,
  isEmpty,
  empty,
  children,
}: {
  readonly server: ServerInfo;
  readonly offers: OffersAsked;
  readonly isEmpty: (offers: ServerOffers) => boolean;
  readonly empty: ReactNode;
  readonly children: (offers: ServerOffers) => ReactNode;
}) => {
  const { t } = useTranslation("servers");
  if (offers === undefined)
    return (
      <EmptyState
        icon={<PlugZap size={16} aria-hidden />}
        title={t("offers.stopped", { name: server.name })}
        text={t("offers.stoppedText")}
      />
    );
  if (offers.status === "loading") return <Skeleton rows={5} />;
  if (offers.status === "failed")
    return (
      <ErrorState
        title={t("offers.failed")}
        failure={offers.error}
        action={<Button onClick={offers.again}>{t("retry")}</Button>}
      />
    );
  const { value } = offers;
  return (
    <div className={styles["offers"]}>
      {value.problems.length > 0 && (
        <ul className={styles["problems"]} role="status" aria-label={t("offers.problems")}>
          {value.problems.map((problem) => (
            <li key={problem.text}>{revealAsText(remarkText(problem, t))}</li>
          ))}
        </ul>
      )}
      {isEmpty(value) ? empty : children(value)}
    </div>
  );
};
