import { WrapText } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton, cx, IconButton } from "../../design/index.ts";
import { Revealed } from "../reveal/index.ts";
import styles from "./markdown.module.css";

/** A fenced block: language, wrap and copy above the code, in a bar that is there from the first line on so that nothing jumps. */
export const CodeBlock = ({ code, language }: { readonly code: string; readonly language: string }) => {
  const { t } = useTranslation("conversation");
  const [isWrapped, setWrapped] = useState(false);
  return (
    <figure className={styles["code"]}>
      <figcaption className={styles["codeBar"]}>
        <span className={styles["language"]}>{language === "" ? t("code.plain") : language}</span>
        <IconButton
          size="small"
          label={t("code.wrap")}
          isPressed={isWrapped}
          icon={<WrapText size={14} aria-hidden />}
          onClick={() => setWrapped(!isWrapped)}
        />
        <CopyButton text={code} isIconOnly />
      </figcaption>
      <pre
        className={cx(styles["pre"], isWrapped && styles["wrapped"])}
        tabIndex={0}
        role="region"
        aria-label={t("code.region", { language: language === "" ? t("code.plain") : language })}
      >
        <code>
          <Revealed text={code} />
        </code>
      </pre>
    </figure>
  );
};
