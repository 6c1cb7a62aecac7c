import { useTranslation } from "react-i18next";
import type { ShownSandbox } from "../../../shared/contract/index.ts";
import { Badge } from "../../design/index.ts";
import { Revealed } from "../reveal/index.ts";
import styles from "./card.module.css";

/** What these causes mean depends on the system; the server says it in its own words. */
const explainedByServer: readonly ShownSandbox["cause"][] = ["blocked", "failed"];

/** What holds the command back; where nothing does, why and how to get a sandbox (GOV-09). Two cells of a list of facts. */
export const Sandbox = ({ sandbox }: { readonly sandbox: ShownSandbox }) => {
  const { t } = useTranslation("approvals");
  const { kind, cause, reason, network } = sandbox;
  return (
    <>
      <dt>{t("sandbox.label")}</dt>
      <dd data-sandbox={kind}>
        {kind === "none" ? (
          <>
            <Badge tone="warn">{t("sandbox.none")}</Badge> {t("sandbox.allRights")}{" "}
            <span className={styles["quiet"]}>
              {cause !== undefined && t(`sandbox.cause.${cause}`)}{" "}
              {explainedByServer.includes(cause) && <Revealed text={reason} />}
            </span>
          </>
        ) : (
          <>
            {t("sandbox.writes")}{" "}
            {network ? <Badge tone="warn">{t("sandbox.network")}</Badge> : t("sandbox.noNetwork")}
          </>
        )}
      </dd>
    </>
  );
};
