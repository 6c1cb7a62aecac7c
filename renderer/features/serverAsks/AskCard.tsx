import { Info, KeyRound, Link2, ListChecks, MessagesSquare, type LucideIcon } from "lucide-react";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ModelId, ServerAsk, ServerAskAnswer } from "../../../shared/contract/index.ts";
import { Button, cx, Select, TimeAgo } from "../../design/index.ts";
import { failureText } from "../../format/index.ts";
import { SchemaForm, useForm } from "../forms/index.ts";
import { useModels } from "../models/index.ts";
import { revealAsText } from "../reveal/index.ts";
import { Said, SamplingBody, SignInBody, UrlBody } from "./AskBody.tsx";
import { asks } from "./asks.ts";
import styles from "./asks.module.css";
import type { WaitingAsk } from "./store.ts";
import { useArmed } from "./useArmed.ts";

type Of<K extends ServerAsk["kind"]> = Extract<ServerAsk, { kind: K }>;
type Answer = (answer: Omit<ServerAskAnswer, "askId">) => void;

interface PartProps<K extends ServerAsk["kind"]> {
  readonly ask: Of<K>;
  readonly isSending: boolean;
  readonly answer: Answer;
  readonly open: (ask: Of<"url" | "signIn">) => void;
  /** Wraps what is asked with the buttons; the safe one comes first and has the focus. */
  readonly frame: (body: ReactNode, accept: ReactNode, declineLabel?: string) => ReactNode;
}

const icons: Record<ServerAsk["kind"], LucideIcon> = {
  form: ListChecks,
  url: Link2,
  signIn: KeyRound,
  sampling: MessagesSquare,
};

const FormPart = ({ ask, isSending, answer, frame }: PartProps<"form">) => {
  const { t } = useTranslation("serverAsks");
  const control = useForm(ask.schema, { emptyText: "missing" });
  const send = (): void => {
    const content = control.submit();
    if (content !== null) answer({ action: "accept", content });
  };
  return frame(
    <>
      {ask.message !== "" && <Said text={ask.message} label={t("said", { server: ask.serverName })} />}
      <SchemaForm control={control} />
      <p className={styles["quiet"]}>{t("form.about", { server: ask.serverName })}</p>
    </>,
    <Button kind="primary" isBusy={isSending} onClick={send}>
      {t("form.send")}
    </Button>,
  );
};

const UrlPart = ({ ask, isSending, open, frame }: PartProps<"url">) => {
  const { t } = useTranslation("serverAsks");
  return frame(
    <UrlBody ask={ask} />,
    <Button kind="primary" isBusy={isSending} onClick={() => open(ask)}>
      {t("url.open")}
    </Button>,
  );
};

const SignInPart = ({ ask, isSending, open, frame }: PartProps<"signIn">) => {
  const { t } = useTranslation("serverAsks");
  return frame(
    <SignInBody ask={ask} />,
    <Button kind={ask.isRunning ? "neutral" : "primary"} isBusy={isSending} onClick={() => open(ask)}>
      {t(ask.isRunning ? "signIn.openAgain" : "signIn.open")}
    </Button>,
    ask.isRunning ? t("giveUp") : undefined,
  );
};

const SamplingPart = ({ ask, isSending, answer, frame }: PartProps<"sampling">) => {
  const { t } = useTranslation("serverAsks");
  const models = useModels((view) => view.items);
  const [chosen, setChosen] = useState<ModelId | undefined>(
    models.length === 1 ? models[0]?.modelId : undefined,
  );
  if (ask.answer !== undefined)
    return frame(
      <SamplingBody ask={ask} />,
      <Button kind="primary" isBusy={isSending} onClick={() => answer({ action: "accept" })}>
        {t("sampling.send")}
      </Button>,
    );
  return frame(
    <>
      <SamplingBody ask={ask} />
      {!ask.isRunning && (
        <Select
          label={t("sampling.model")}
          value={chosen}
          placeholder={t("sampling.choose")}
          options={models.map(({ modelId, name }) => ({ value: modelId, label: name }))}
          onChange={setChosen}
        />
      )}
    </>,
    <Button
      kind="primary"
      isBusy={isSending || ask.isRunning}
      disabled={chosen === undefined}
      onClick={() => {
        if (chosen !== undefined) answer({ action: "accept", modelId: chosen });
      }}
    >
      {t("sampling.ask")}
    </Button>,
    ask.isRunning ? t("giveUp") : undefined,
  );
};

const Part = ({ ask, ...rest }: PartProps<ServerAsk["kind"]>) => {
  switch (ask.kind) {
    case "form":
      return <FormPart ask={ask} {...rest} />;
    case "url":
      return <UrlPart ask={ask} {...rest} />;
    case "signIn":
      return <SignInPart ask={ask} {...rest} />;
    case "sampling":
      return <SamplingPart ask={ask} {...rest} />;
  }
};

const Gone = ({ item }: { readonly item: WaitingAsk }) => {
  const { t } = useTranslation("serverAsks");
  return (
    <div className={styles["gone"]} role="status">
      <Info size={16} aria-hidden />
      <span>{item.failure === undefined ? t("gone") : failureText(item.failure, t)}</span>
      <Button size="small" onClick={() => asks().dismiss(item.ask.askId)}>
        {t("dismiss")}
      </Button>
    </div>
  );
};

const isBusyElsewhere = (): boolean => {
  const at = document.activeElement;
  return at instanceof HTMLElement && at !== document.body && at.closest("[data-server-ask]") === null;
};

/** One question of a server: who asks, what exactly, what an answer does. Nothing goes to the server by itself. */
export const AskCard = ({ item }: { readonly item: WaitingAsk }) => {
  const { t } = useTranslation("serverAsks");
  const { ask, state, failure } = item;
  const titleId = useId();
  const decline = useRef<HTMLButtonElement>(null);
  const isSecond = ask.kind === "sampling" && ask.answer !== undefined;
  const { isArmed, accepts } = useArmed(`${ask.askId} ${isSecond}`);
  const Icon = icons[ask.kind];
  useEffect(() => {
    if (!isBusyElsewhere()) decline.current?.focus({ preventScroll: true });
  }, []);
  const answer: Answer = (given) => {
    if (!accepts()) return;
    asks()
      .answer({ askId: ask.askId, ...given })
      .catch((cause: unknown) => console.error("serverAsk.answer failed", cause));
  };
  const open: PartProps<"url">["open"] = (page) => {
    if (!accepts()) return;
    asks()
      .openPage(page)
      .catch((cause: unknown) => console.error("opening the page failed", cause));
  };
  const frame: PartProps<ServerAsk["kind"]>["frame"] = (body, accept, declineLabel) => (
    <>
      <div className={styles["body"]}>{body}</div>
      {failure !== undefined && state === "open" && (
        <p className={styles["failure"]} role="alert">
          {failureText(failure, t)}
        </p>
      )}
      {state === "gone" ? (
        <Gone item={item} />
      ) : (
        <footer className={cx(styles["footer"], !isArmed && styles["arming"])}>
          <Button ref={decline} aria-disabled={!isArmed} onClick={() => answer({ action: "decline" })}>
            {declineLabel ?? t("decline")}
          </Button>
          <span className={styles["space"]} />
          {accept}
        </footer>
      )}
    </>
  );
  return (
    <article
      className={cx(styles["card"], state === "gone" && styles["isGone"])}
      aria-labelledby={titleId}
      data-server-ask={ask.askId}
    >
      <header className={styles["head"]}>
        <Icon size={16} aria-hidden />
        <h2 id={titleId}>{t(`title.${ask.kind}`, { server: revealAsText(ask.serverName) })}</h2>
        <span className={styles["quiet"]}>
          <TimeAgo at={ask.requestedAt} />
        </span>
      </header>
      <Part ask={ask} isSending={state === "sending"} answer={answer} open={open} frame={frame} />
    </article>
  );
};
