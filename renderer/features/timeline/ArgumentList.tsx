import { useTranslation } from "react-i18next";
import { Revealed } from "../reveal/index.ts";
import { BoundedCode, BoundedJson } from "./BoundedCode.tsx";
import styles from "./inspector.module.css";

/** Whether a text reads better on lines of its own than behind its name. */
const isBlock = (value: unknown): boolean =>
  typeof value === "string"
    ? value.includes("\n") || value.length > 80
    : value !== null && typeof value === "object";

/** Arguments as a person reads them: name and value, texts with their own lines; the same as JSON one click away. */
export const ArgumentList = ({ args }: { readonly args: unknown }) => {
  const { t } = useTranslation("timeline");
  if (args === null || typeof args !== "object" || Array.isArray(args))
    return <BoundedJson value={args} label={t("section.arguments")} />;
  const entries = Object.entries(args);
  if (entries.length === 0) return <p className={styles["quiet"]}>{t("section.noArguments")}</p>;
  return (
    <>
      <dl className={styles["arguments"]}>
        {entries.map(([name, value]: [string, unknown]) => (
          <div key={name} className={isBlock(value) ? styles["argumentBlock"] : styles["argument"]}>
            <dt>
              <code>
                <Revealed text={name} isStrict />
              </code>
            </dt>
            <dd>
              {!isBlock(value) ? (
                <code>
                  <Revealed text={typeof value === "string" ? value : JSON.stringify(value)} isStrict />
                </code>
              ) : typeof value === "string" ? (
                <BoundedCode text={value} label={name} />
              ) : (
                <BoundedJson value={value} label={name} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      <details className={styles["more"]}>
        <summary>{t("section.json")}</summary>
        <BoundedJson value={args} label={t("section.json")} />
      </details>
    </>
  );
};
