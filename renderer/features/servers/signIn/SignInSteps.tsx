import { Check, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ServerInfo, SignInStep } from "../../../../shared/contract/index.ts";
import { CodeText, cx } from "../../../design/index.ts";
import { failureText, formatClock } from "../../../format/index.ts";
import { revealAsText } from "../../reveal/index.ts";
import styles from "./signIn.module.css";
import { noteOf, stoppedAt } from "./steps.ts";

const Step = ({ step, isStop }: { readonly step: SignInStep; readonly isStop: boolean }) => {
  const { t, i18n } = useTranslation("servers");
  const note = noteOf(step);
  return (
    <li className={cx(styles["step"], isStop && styles["stop"])}>
      {step.isOk ? (
        <Check size={14} role="img" aria-label={t("signIn.ok")} className={styles["ok"]} />
      ) : (
        <X size={14} role="img" aria-label={t("signIn.notOk")} className={styles["bad"]} />
      )}
      <div className={styles["what"]}>
        <span>
          {t(`signIn.step.${step.step}`)}
          {step.status !== undefined && (
            <span className={styles["quiet"]}> · {t("signIn.status", { status: step.status })}</span>
          )}
        </span>
        {step.url !== "" && <CodeText text={step.url} />}
        {note !== undefined && <span className={styles["quiet"]}>{revealAsText(failureText(note, t))}</span>}
      </div>
      <span className={styles["when"]}>{formatClock(step.at, i18n.language)}</span>
    </li>
  );
};

/** The steps of the last sign-in: what was asked where, what came back, where it stopped and what to do about that. */
export const SignInSteps = ({ server }: { readonly server: ServerInfo }) => {
  const { t } = useTranslation("servers");
  const { signIn } = server;
  if (signIn === undefined || (signIn.steps.length === 0 && signIn.state === "none")) return null;
  const stop = signIn.state === "busy" || signIn.state === "done" ? undefined : stoppedAt(signIn.steps);
  return (
    <section aria-label={t("signIn.title")}>
      <h2>{t("signIn.title")}</h2>
      <p className={styles["quiet"]}>{t(`signIn.about.${signIn.state}`)}</p>
      {signIn.steps.length > 0 && (
        <ol className={styles["steps"]}>
          {signIn.steps.map((step, at) => (
            <Step key={at} step={step} isStop={step === stop} />
          ))}
        </ol>
      )}
      {stop !== undefined && (
        <p className={styles["next"]} role="status">
          <strong>{t("signIn.stopped", { step: t(`signIn.step.${stop.step}`) })}</strong>{" "}
          {t(`signIn.next.${stop.step}`)}
        </p>
      )}
    </section>
  );
};
