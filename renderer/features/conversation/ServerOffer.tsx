import { PackageSearch } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Call } from "../../../shared/session/index.ts";
import { Button } from "../../design/index.ts";
import { searchRegistry } from "../addWays/index.ts";
import { Revealed } from "../reveal/index.ts";
import styles from "./calls.module.css";
import { lackOf } from "./lack.ts";

/** Offers a look in the registry where no tool fits (MCP-05). Nothing is asked or started before the click. */
export const ServerOffer = ({ call }: { readonly call: Call }) => {
  const { t } = useTranslation("conversation");
  const lack = lackOf(call);
  if (lack === undefined) return null;
  return (
    <aside className={styles["offer"]} aria-label={t("offer.label")}>
      <p>
        {t("offer.none")} <Revealed text={lack.need} />
      </p>
      <Button
        size="small"
        icon={<PackageSearch size={14} aria-hidden />}
        onClick={() => searchRegistry(lack.keyword)}
      >
        {t("offer.look", { keyword: lack.keyword })}
      </Button>
    </aside>
  );
};
