import { useTranslation } from "react-i18next";
import type { ServerId, ToolReview } from "../../../../shared/contract/index.ts";
import { Button, ErrorState } from "../../../design/index.ts";
import { DiffView } from "../../diff/index.ts";
import { useAsking } from "../offers/useAsking.ts";
import styles from "./inspect.module.css";

const HEIGHT = 360;

/** A definition that has changed: what was agreed to and what it is now, to be agreed to or switched off. */
export const PinDiff = ({
  serverId,
  review,
}: {
  readonly serverId: ServerId;
  readonly review: ToolReview;
}) => {
  const { t } = useTranslation("serverInspect");
  const [asking, decide] = useAsking("server.setTool");
  if (review.change === undefined) return null;
  const { before, after, newHash } = review.change;
  const about = { serverId, tool: review.name, definitionHash: newHash };
  return (
    <section className={styles["pin"]} aria-label={t("pin.title")}>
      <h2>{t("pin.title")}</h2>
      <p>{t("pin.text")}</p>
      <DiffView
        key={newHash}
        path={`${review.name}.json`}
        before={before}
        after={after}
        maxHeight={HEIGHT}
        isPast
      />
      <div className={styles["bar"]}>
        <Button size="small" onClick={() => decide({ ...about, isOff: true })}>
          {t("pin.switchOff")}
        </Button>
        <Button size="small" onClick={() => decide({ ...about, agrees: true })}>
          {t("pin.agree")}
        </Button>
      </div>
      {asking.status === "failed" && (
        <ErrorState layout="inline" title={t("control.failed")} failure={asking.error} />
      )}
    </section>
  );
};
