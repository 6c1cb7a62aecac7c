import { MessageSquareText } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ServerId, ServerInfo, ServerPrompt } from "../../../../shared/contract/index.ts";
import { moveInRows } from "../../../actions/index.ts";
import { Badge, Button, EmptyState, ErrorState } from "../../../design/index.ts";
import { revealAsText } from "../../reveal/index.ts";
import { declares } from "../capabilities.ts";
import { messagesOf } from "../content/blocks.ts";
import { Content } from "../content/Content.tsx";
import serverStyles from "../Servers.module.css";
import { CompletedField } from "./CompletedField.tsx";
import { Expandable } from "./Expandable.tsx";
import styles from "./offers.module.css";
import { OffersFrame, type OffersAsked } from "./OffersFrame.tsx";
import { useAsking } from "./useAsking.ts";

/** A description longer than this may be cut in its row. */
const LONG_TEXT = 90;

const Messages = ({ answer }: { readonly answer: Parameters<typeof messagesOf>[0] }) => {
  const { t } = useTranslation("servers");
  const messages = messagesOf(answer);
  if (messages.length === 0) return <p className={styles["quiet"]}>{t("prompt.noMessages")}</p>;
  return (
    <ol className={styles["messages"]} aria-label={t("prompt.messages")}>
      {messages.map(({ role, blocks }, at) => (
        <li key={at}>
          <Badge>{t(`prompt.role.${role}`)}</Badge>
          <Content items={blocks} />
        </li>
      ))}
    </ol>
  );
};

const Prompt = ({
  serverId,
  prompt,
  completes,
}: {
  readonly serverId: ServerId;
  readonly prompt: ServerPrompt;
  readonly completes: boolean;
}) => {
  const { t } = useTranslation("servers");
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [isTried, setIsTried] = useState(false);
  const [asking, ask] = useAsking("server.getPrompt");
  const valueOf = (name: string): string => (Object.hasOwn(values, name) ? (values[name] ?? "") : "");
  const given = Object.fromEntries(Object.entries(values).filter(([, text]) => text !== ""));
  const send = (): void => {
    setIsTried(true);
    if (prompt.arguments.some(({ name, isRequired }) => isRequired && valueOf(name) === "")) return;
    ask({ serverId, name: prompt.name, arguments: given });
  };
  const value =
    asking.status === "ready" ? asking.value : asking.status === "loading" ? asking.before : undefined;
  return (
    <form
      className={styles["arguments"]}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {(prompt.description?.length ?? 0) > LONG_TEXT && (
        <p className={styles["quiet"]}>{revealAsText(prompt.description ?? "")}</p>
      )}
      {prompt.arguments.map(({ name, title, description, isRequired }) => (
        <CompletedField
          key={name}
          serverId={serverId}
          from={completes ? { kind: "prompt", name: prompt.name } : undefined}
          name={name}
          label={title ?? name}
          about={description}
          isRequired={isRequired}
          error={isTried && isRequired && valueOf(name) === "" ? t("form.problem.needed") : undefined}
          value={valueOf(name)}
          others={Object.fromEntries(Object.entries(given).filter(([other]) => other !== name))}
          onChange={(next) => setValues((was) => ({ ...was, [name]: next }))}
        />
      ))}
      <div className={styles["bar"]}>
        <Button size="small" type="submit" isBusy={asking.status === "loading"}>
          {t("prompt.get")}
        </Button>
      </div>
      {asking.status === "failed" && (
        <ErrorState layout="inline" title={t("prompt.failed")} failure={asking.error} />
      )}
      {value !== undefined && <Messages answer={value} />}
    </form>
  );
};

/** A server's prompts; each is filled in and its messages are shown as the server gives them. */
export const PromptsTab = ({
  server,
  offers,
}: {
  readonly server: ServerInfo;
  readonly offers: OffersAsked;
}) => {
  const { t } = useTranslation("servers");
  const completes = declares(server.capabilities, "completions");
  return (
    <OffersFrame
      server={server}
      offers={offers}
      isEmpty={({ prompts }) => prompts.length === 0}
      empty={
        <EmptyState
          icon={<MessageSquareText size={16} aria-hidden />}
          title={t("prompt.none")}
          text={t("prompt.noneText")}
        />
      }
    >
      {({ prompts }) => (
        <ul className={serverStyles["tools"]} onKeyDown={moveInRows}>
          {prompts.map((prompt, at) => (
            <Expandable
              key={prompt.name}
              name={prompt.title ?? prompt.name}
              about={prompt.description ?? ""}
              facts={
                prompt.arguments.length > 0 && (
                  <span className={serverStyles["fact"]}>
                    {t("prompt.arguments", { count: prompt.arguments.length })}
                  </span>
                )
              }
              isCurrent={at === 0}
            >
              {() => <Prompt serverId={server.serverId} prompt={prompt} completes={completes} />}
            </Expandable>
          ))}
        </ul>
      )}
    </OffersFrame>
  );
};
