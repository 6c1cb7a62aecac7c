import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ServerId, ServerTemplate } from "../../../../shared/contract/index.ts";
import { Button, CodeText } from "../../../design/index.ts";
import { CompletedField } from "./CompletedField.tsx";
import styles from "./offers.module.css";
import { Reading } from "./Reading.tsx";
import { expandTemplate, variablesOf } from "./uriTemplate.ts";

/** A family of resources: a field for each place of its address, then the resource that comes of it. */
export const Template = ({
  serverId,
  template,
  completes,
  canWatch,
}: {
  readonly serverId: ServerId;
  readonly template: ServerTemplate;
  readonly completes: boolean;
  readonly canWatch: boolean;
}) => {
  const { t } = useTranslation("servers");
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [isTried, setIsTried] = useState(false);
  const [read, setRead] = useState<string>();
  const names = variablesOf(template.uriTemplate);
  const valueOf = (name: string): string => (Object.hasOwn(values, name) ? (values[name] ?? "") : "");
  const isMissing = (name: string): boolean =>
    valueOf(name) === "" && !optionalIn(template.uriTemplate, name);
  const uri = expandTemplate(template.uriTemplate, values);
  const send = (): void => {
    setIsTried(true);
    if (!names.some(isMissing)) setRead(uri);
  };
  return (
    <form
      className={styles["arguments"]}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <CodeText text={template.uriTemplate} />
      {names.map((name) => (
        <CompletedField
          key={name}
          serverId={serverId}
          from={completes ? { kind: "resource", name: template.uriTemplate } : undefined}
          name={name}
          label={name}
          about={undefined}
          isRequired={!optionalIn(template.uriTemplate, name)}
          error={isTried && isMissing(name) ? t("form.problem.needed") : undefined}
          value={valueOf(name)}
          others={Object.fromEntries(
            Object.entries(values).filter(([other, text]) => other !== name && text !== ""),
          )}
          onChange={(value) => setValues((was) => ({ ...was, [name]: value }))}
        />
      ))}
      <div className={styles["bar"]}>
        <Button size="small" type="submit">
          {t("resource.read")}
        </Button>
        <CodeText text={uri} />
      </div>
      {read !== undefined && <Reading key={read} serverId={serverId} uri={read} canWatch={canWatch} />}
    </form>
  );
};

/** Query parameters and fragments may be left out; what is part of the path may not. */
const optionalIn = (template: string, name: string): boolean =>
  [...template.matchAll(/\{[?&#]([^{}]+)\}/gu)].some(([, list = ""]) =>
    variablesOf(`{${list}}`).includes(name),
  );
