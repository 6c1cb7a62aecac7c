import { FolderOpen, Plus, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { bridge } from "../../bridge/index.ts";
import { Button, IconButton, Select, TextField } from "../../design/index.ts";
import {
  numberIn,
  objectIn,
  projectNameOf,
  textIn,
  withMember,
  withoutProject,
  withProjectNamed,
  type PolicyObject,
} from "./policy.ts";
import styles from "./Team.module.css";

/** A policy that is edited, and who takes the change. */
export interface PolicyFieldsProps {
  readonly policy: PolicyObject;
  readonly onChange: (policy: PolicyObject) => void;
}

type KeysKind = "url" | "file" | "keys";

const keysKindOf = (jwks: PolicyObject): KeysKind =>
  "file" in jwks ? "file" : "keys" in jwks ? "keys" : "url";

/** Who signs the tokens of clients: issuer, audience, and where the issuer's keys are found. */
export const AuthFields = ({ policy, onChange }: PolicyFieldsProps) => {
  const { t } = useTranslation("team");
  const auth = objectIn(policy, "auth");
  const jwks = objectIn(auth, "jwks");
  const kind = keysKindOf(jwks);
  const set = (key: string, value: unknown): void =>
    onChange({ ...policy, auth: withMember(auth, key, value) });
  return (
    <fieldset className={styles["group"]}>
      <legend>{t("policy.auth")}</legend>
      <p className={styles["quiet"]}>{t("policy.authHint")}</p>
      <div className={styles["columns"]}>
        <TextField
          label={t("policy.issuer")}
          isMono
          placeholder="https://id.example.com"
          value={textIn(auth, "issuer")}
          onChange={(event) => set("issuer", event.target.value)}
        />
        {Array.isArray(auth["audience"]) ? (
          <p className={styles["quiet"]}>{t("policy.audienceMany")}</p>
        ) : (
          <TextField
            label={t("policy.audience")}
            isMono
            placeholder="https://tools.example.com"
            value={textIn(auth, "audience")}
            onChange={(event) => set("audience", event.target.value)}
          />
        )}
        <Select<KeysKind>
          label={t("policy.keysFrom")}
          value={kind}
          options={[
            { value: "url", label: t("policy.keys.url") },
            { value: "file", label: t("policy.keys.file") },
            ...(kind === "keys" ? [{ value: "keys" as const, label: t("policy.keys.keys") }] : []),
          ]}
          onChange={(next) => {
            if (next !== "keys") set("jwks", { [next]: "" });
          }}
        />
        {kind === "keys" ? (
          <p className={styles["quiet"]}>{t("policy.keysInText")}</p>
        ) : (
          <TextField
            label={t(`policy.keysAt.${kind}`)}
            isMono
            placeholder={kind === "url" ? "https://id.example.com/jwks.json" : "/etc/keys/jwks.json"}
            value={textIn(jwks, kind)}
            onChange={(event) => set("jwks", { [kind]: event.target.value })}
          />
        )}
      </div>
    </fieldset>
  );
};

const chooseFolder = (take: (folder: string) => void): void => {
  bridge
    .request("app.chooseFolder", {})
    .then((answer) => {
      if (answer.ok && answer.value !== null) take(answer.value.path);
    })
    .catch((cause: unknown) => console.error("choosing a folder failed", cause));
};

/** The projects that are served: a name, which is part of the address, and the folder it stands for. */
export const ProjectFields = ({ policy, onChange }: PolicyFieldsProps) => {
  const { t } = useTranslation("team");
  const projects = Object.entries(objectIn(policy, "projects"));
  const names = projects.map(([name]) => name);
  const setRoot = (name: string, root: string): void => {
    const before = objectIn(objectIn(policy, "projects"), name);
    onChange({ ...policy, projects: { ...objectIn(policy, "projects"), [name]: { ...before, root } } });
  };
  const addFolder = (root: string): void => setRoot(projectNameOf(root, names), root);
  return (
    <fieldset className={styles["group"]}>
      <legend>{t("policy.projects")}</legend>
      <p className={styles["quiet"]}>{t("policy.projectsHint")}</p>
      {projects.map(([name, project], at) => (
        <div key={at} className={styles["projectRow"]} role="group" aria-label={name}>
          <TextField
            label={t("policy.projectName")}
            isMono
            value={name}
            onChange={(event) => {
              const to = event.target.value;
              if (!names.includes(to)) onChange(withProjectNamed(policy, name, to));
            }}
          />
          <TextField
            label={t("policy.projectFolder")}
            isMono
            value={textIn(
              typeof project === "object" && project !== null ? (project as PolicyObject) : {},
              "root",
            )}
            onChange={(event) => setRoot(name, event.target.value)}
          />
          <Button
            icon={<FolderOpen size={14} aria-hidden />}
            aria-label={t("policy.chooseFor", { name })}
            onClick={() => chooseFolder((root) => setRoot(name, root))}
          >
            {t("choose")}
          </Button>
          <IconButton
            label={t("policy.removeProject", { name })}
            icon={<X size={14} aria-hidden />}
            onClick={() => onChange(withoutProject(policy, name))}
          />
        </div>
      ))}
      <div className={styles["row"]}>
        <Button
          size="small"
          icon={<FolderOpen size={14} aria-hidden />}
          onClick={() => chooseFolder(addFolder)}
        >
          {t("policy.addProject")}
        </Button>
        <Button size="small" kind="quiet" icon={<Plus size={14} aria-hidden />} onClick={() => addFolder("")}>
          {t("policy.typeProject")}
        </Button>
      </div>
    </fieldset>
  );
};

const limits = [
  ["atOnce", "16"],
  ["perIdentityAtOnce", ""],
  ["queued", "64"],
  ["queueMs", "30000"],
  ["drainMs", "20000"],
] as const;

/** How much is served at once; an empty field takes the usual figure. */
export const LimitFields = ({ policy, onChange }: PolicyFieldsProps) => {
  const { t } = useTranslation("team");
  const set = objectIn(policy, "limits");
  return (
    <fieldset className={styles["group"]}>
      <legend>{t("policy.limits")}</legend>
      <div className={styles["figures"]}>
        {limits.map(([name, usual]) => (
          <TextField
            key={name}
            label={t(`policy.limit.${name}`)}
            inputMode="numeric"
            placeholder={usual === "" ? t("policy.limit.none") : usual}
            value={numberIn(set, name)}
            onChange={(event) => {
              const typed = event.target.value.replaceAll(/\D/g, "");
              const next = withMember(set, name, typed === "" ? undefined : Number(typed));
              onChange(withMember(policy, "limits", Object.keys(next).length === 0 ? undefined : next));
            }}
          />
        ))}
      </div>
    </fieldset>
  );
};
