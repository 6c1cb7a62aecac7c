import { useTranslation } from "react-i18next";
import { Select, TextArea, TextField } from "../../design/index.ts";
import type { Grant, ServerFields, SignInFields as Typed } from "./definition.ts";
import styles from "./Servers.module.css";

/** Ways of signing in that the form can set up; another one that is stored already is kept and named. */
const offered: readonly Grant[] = ["authorization_code", "client_credentials", "private_key_jwt"];

interface SignInFieldsProps {
  readonly fields: ServerFields;
  readonly set: (change: Partial<ServerFields>) => void;
  readonly problemOf: (field: "clientId" | "issuer") => string | undefined;
}

/** How to sign in where the usual way does not do: most servers need none of this. */
export const SignInFields = ({ fields, set, problemOf }: SignInFieldsProps) => {
  const { t } = useTranslation("servers");
  const { signIn } = fields;
  const change = (part: Partial<Typed>): void => set({ signIn: { ...signIn, ...part } });
  const grants = offered.includes(signIn.grant) ? offered : [...offered, signIn.grant];
  const isPage = signIn.grant === "authorization_code";
  const isWrong = problemOf("clientId") !== undefined || problemOf("issuer") !== undefined;
  return (
    <details className={styles["advanced"]} open={signIn.stored !== undefined || isWrong || undefined}>
      <summary>{t("form.advanced")}</summary>
      <div className={styles["form"]}>
        <p className={styles["quiet"]}>{t("form.advancedAbout")}</p>
        <div className={styles["formColumns"]}>
          <Select
            label={t("form.grant")}
            value={signIn.grant}
            options={grants.map((grant) => ({ value: grant, label: t(`form.grants.${grant}`) }))}
            onChange={(grant) => change({ grant })}
          />
          <TextField
            label={t("form.scope")}
            hint={t("form.scopeHint")}
            isMono
            value={signIn.scope}
            onChange={(event) => change({ scope: event.target.value })}
          />
          <TextField
            label={t("form.clientId")}
            isRequired={!isPage}
            hint={isPage ? t("form.clientIdHint") : undefined}
            isMono
            value={signIn.clientId}
            error={problemOf("clientId")}
            onChange={(event) => change({ clientId: event.target.value })}
          />
          {signIn.grant === "private_key_jwt" ? (
            <TextArea
              label={t("form.privateKey")}
              hint={t("form.secretHint")}
              isMono
              rows={3}
              value={signIn.privateKeyPem}
              onChange={(event) => change({ privateKeyPem: event.target.value })}
            />
          ) : (
            <TextField
              label={t("form.clientSecret")}
              hint={t("form.secretHint")}
              type="password"
              isMono
              value={signIn.clientSecret}
              onChange={(event) => change({ clientSecret: event.target.value })}
            />
          )}
        </div>
        <TextField
          label={t("form.issuer")}
          hint={t("form.issuerHint")}
          isMono
          placeholder="https://login.example.com"
          value={signIn.issuer}
          error={problemOf("issuer")}
          onChange={(event) => change({ issuer: event.target.value })}
        />
      </div>
    </details>
  );
};
