import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ServerAsk } from "../../../shared/contract/index.ts";
import { Badge, CodeText, Spinner } from "../../design/index.ts";
import { Revealed } from "../reveal/index.ts";
import { addressParts, rightsIn } from "./address.ts";
import styles from "./asks.module.css";

type Of<K extends ServerAsk["kind"]> = Extract<ServerAsk, { kind: K }>;

/** What a server says, apart from what we say: plain text, nothing in it hidden. */
export const Said = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <section className={styles["said"]} aria-label={label}>
    <h3>{label}</h3>
    <p className="selectable">
      <Revealed text={text} isStrict />
    </p>
  </section>
);

/** An address in full, its host emphasised; where the host is not what it looks like, that is said. */
const Address = ({ url }: { readonly url: string }) => {
  const { t } = useTranslation("serverAsks");
  const { before, host, after, realHost } = addressParts(url);
  return (
    <section className={styles["address"]} aria-label={t("address")}>
      <h3>{t("address")}</h3>
      <code className="selectable">
        <Revealed text={before} isStrict />
        <strong>
          <Revealed text={host} isStrict />
        </strong>
        <Revealed text={after} isStrict />
      </code>
      {realHost !== undefined && (
        <p className={styles["warning"]}>
          <Badge tone="warn" icon={<TriangleAlert size={12} aria-hidden />}>
            {t("realHost")}
          </Badge>
          <CodeText text={realHost} />
        </p>
      )}
    </section>
  );
};

export const UrlBody = ({ ask }: { readonly ask: Of<"url"> }) => {
  const { t } = useTranslation("serverAsks");
  return (
    <>
      {ask.message !== "" && <Said text={ask.message} label={t("said", { server: ask.serverName })} />}
      <Address url={ask.url} />
      <p className={styles["quiet"]}>{t("url.about")}</p>
    </>
  );
};

export const SignInBody = ({ ask }: { readonly ask: Of<"signIn"> }) => {
  const { t } = useTranslation("serverAsks");
  const rights = rightsIn(ask.url);
  return (
    <>
      <Address url={ask.url} />
      {rights.length > 0 && (
        <section className={styles["rights"]} aria-label={t("signIn.rights")}>
          <h3>{t("signIn.rights")}</h3>
          <ul>
            {rights.map((right) => (
              <li key={right}>
                <CodeText text={right} />
              </li>
            ))}
          </ul>
          <p className={styles["quiet"]}>{t("signIn.rightsAbout")}</p>
        </section>
      )}
      {ask.isRunning ? (
        <p className={styles["running"]} role="status">
          <Spinner /> {t("signIn.running")}
        </p>
      ) : (
        <p className={styles["quiet"]}>{t("signIn.about")}</p>
      )}
    </>
  );
};

export const SamplingBody = ({ ask }: { readonly ask: Of<"sampling"> }) => {
  const { t } = useTranslation("serverAsks");
  return (
    <>
      <p className={styles["quiet"]}>
        {t(ask.answer === undefined ? "sampling.about" : "sampling.aboutAnswer")}
      </p>
      {ask.answer !== undefined && (
        <Said text={ask.answer.text} label={t("sampling.answer", { model: ask.answer.model })} />
      )}
      <details className={styles["sent"]} open={ask.answer === undefined}>
        <summary>{t("sampling.sent", { count: ask.messages.length })}</summary>
        {ask.systemPrompt !== undefined && <Said text={ask.systemPrompt} label={t("sampling.system")} />}
        {ask.messages.map((message, at) => (
          <Said key={at} text={message.text} label={t(`sampling.role.${message.role}`)} />
        ))}
        {ask.maxTokens !== undefined && (
          <p className={styles["quiet"]}>{t("sampling.maxTokens", { count: ask.maxTokens })}</p>
        )}
      </details>
      {ask.isRunning && (
        <p className={styles["running"]} role="status">
          <Spinner /> {t("sampling.running")}
        </p>
      )}
    </>
  );
};
