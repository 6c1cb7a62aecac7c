import { useTranslation } from "react-i18next";
import type { ServerInfo, ToolInfo } from "../../../../shared/contract/index.ts";
import { useReview } from "./reviews.ts";
import styles from "./inspect.module.css";

/** What the server says of the tool's effects, and whether that counts here; nothing of the app's own servers. */
export const ToolHints = ({ server, tool }: { readonly server: ServerInfo; readonly tool: ToolInfo }) => {
  const { t, i18n } = useTranslation("serverInspect");
  const hints = useReview(tool.name)?.hints;
  if (hints === undefined || server.isBundled) return null;
  const words = Object.entries(hints).flatMap(([name, value]) =>
    value === undefined ? [] : [t(`hints.${name as keyof typeof hints}.${value ? "yes" : "no"}`)],
  );
  const list = new Intl.ListFormat(i18n.language, { type: "conjunction" });
  return (
    <>
      <dt>{t("hints.title")}</dt>
      <dd>
        {words.length === 0 ? (
          <span className={styles["quiet"]}>{t("hints.none")}</span>
        ) : (
          <>
            {list.format(words)}{" "}
            <span className={styles["quiet"]}>
              {t(server.isTrusted ? "hints.trusted" : "hints.untrusted")}
            </span>
          </>
        )}
      </dd>
    </>
  );
};
