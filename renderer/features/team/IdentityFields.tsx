import { Plus, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button, Checkbox, Select, TextArea, TextField } from "../../design/index.ts";
import {
  identitiesIn,
  linesIn,
  listOf,
  matchKind,
  objectIn,
  textIn,
  withMember,
  type MatchKind,
  type PolicyObject,
} from "./policy.ts";
import type { PolicyFieldsProps } from "./PolicyFields.tsx";
import styles from "./Team.module.css";

interface GrantProps {
  readonly project: string;
  readonly grant: PolicyObject | undefined;
  readonly onChange: (grant: PolicyObject | undefined) => void;
}

/** What a rule allows in one project: without a grant it is not even seen. */
const Grant = ({ project, grant, onChange }: GrantProps) => {
  const { t } = useTranslation("team");
  return (
    <div className={styles["grant"]} role="group" aria-label={project}>
      <Checkbox
        label={<span data-content>{project}</span>}
        hint={grant === undefined ? t("policy.notSeen") : t("policy.maySee")}
        isChecked={grant !== undefined}
        onChange={(isOn) => onChange(isOn ? {} : undefined)}
      />
      {grant !== undefined && (
        <>
          <div className={styles["columns"]}>
            <TextArea
              label={t("policy.write")}
              hint={t("policy.writeHint")}
              isMono
              rows={3}
              defaultValue={linesIn(grant, "write")}
              onChange={(event) => onChange({ ...grant, write: listOf(event.target.value) })}
            />
            <TextArea
              label={t("policy.programs")}
              hint={t("policy.programsHint")}
              isMono
              rows={3}
              defaultValue={linesIn(grant, "programs")}
              onChange={(event) => onChange({ ...grant, programs: listOf(event.target.value) })}
            />
          </div>
          <div className={styles["row"]}>
            <Checkbox
              label={t("policy.shell")}
              isChecked={grant["shell"] === true}
              onChange={(shell) => onChange({ ...grant, shell })}
            />
            <Checkbox
              label={t("policy.network")}
              isChecked={grant["network"] === true}
              onChange={(network) => onChange({ ...grant, network })}
            />
          </div>
        </>
      )}
    </div>
  );
};

const emptyMatch = {
  subject: { subject: "" },
  group: { group: "" },
  claim: { claim: "", value: "" },
} as const;

interface RuleProps {
  readonly number: number;
  readonly identity: PolicyObject;
  readonly projects: readonly string[];
  readonly onChange: (identity: PolicyObject) => void;
  readonly onRemove: () => void;
}

/** One rule: whom it is about, and what it allows them. */
const Rule = ({ number, identity, projects, onChange, onRemove }: RuleProps) => {
  const { t } = useTranslation("team");
  const match = objectIn(identity, "match");
  const kind = matchKind(match);
  const grants = objectIn(identity, "projects");
  const setMatch = (key: string, value: string): void =>
    onChange({ ...identity, match: { ...match, [key]: value } });
  return (
    <section className={styles["rule"]} aria-label={t("policy.rule", { number })}>
      <div className={styles["ruleHead"]}>
        <Select<MatchKind>
          label={t("policy.about")}
          value={kind}
          options={[
            { value: "subject", label: t("policy.match.subject") },
            { value: "group", label: t("policy.match.group") },
            { value: "claim", label: t("policy.match.claim") },
          ]}
          onChange={(next) => onChange({ ...identity, match: emptyMatch[next] })}
        />
        <TextField
          label={t(`policy.matchValue.${kind}`)}
          isMono
          value={textIn(match, kind)}
          onChange={(event) => setMatch(kind, event.target.value)}
        />
        {kind === "claim" && (
          <TextField
            label={t("policy.claimValue")}
            isMono
            value={textIn(match, "value")}
            onChange={(event) => setMatch("value", event.target.value)}
          />
        )}
        <Button size="small" kind="quiet" icon={<Trash2 size={14} aria-hidden />} onClick={onRemove}>
          {t("policy.removeRule", { number })}
        </Button>
      </div>
      {projects.length === 0 && <p className={styles["quiet"]}>{t("policy.noProjects")}</p>}
      {projects.map((project) => (
        <Grant
          key={project}
          project={project}
          grant={Object.hasOwn(grants, project) ? objectIn(grants, project) : undefined}
          onChange={(grant) => onChange({ ...identity, projects: withMember(grants, project, grant) })}
        />
      ))}
    </section>
  );
};

/** The rules about people. All rules that fit a person add up; what none says is denied. */
export const IdentityFields = ({ policy, onChange }: PolicyFieldsProps) => {
  const { t } = useTranslation("team");
  const identities = identitiesIn(policy);
  const projects = Object.keys(objectIn(policy, "projects"));
  const set = (next: readonly PolicyObject[]): void => onChange({ ...policy, identities: next });
  return (
    <fieldset className={styles["group"]}>
      <legend>{t("policy.identities")}</legend>
      <p className={styles["quiet"]}>
        {t(identities.length === 0 ? "policy.nobody" : "policy.identitiesHint")}
      </p>
      {identities.map((identity, at) => (
        <Rule
          key={`${identities.length} ${at}`}
          number={at + 1}
          identity={identity}
          projects={projects}
          onChange={(next) => set(identities.map((one, index) => (index === at ? next : one)))}
          onRemove={() => set(identities.filter((_, index) => index !== at))}
        />
      ))}
      <div className={styles["row"]}>
        <Button
          size="small"
          icon={<Plus size={14} aria-hidden />}
          onClick={() => set([...identities, { match: { subject: "" }, projects: {} }])}
        >
          {t("policy.addRule")}
        </Button>
      </div>
    </fieldset>
  );
};
