import { FileText, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../design/index.ts";
import { formatNumber, formatTokens } from "../../format/index.ts";
import styles from "./composer.module.css";
import { estimateTokens, type Pasted } from "./drafts.ts";

/** How a pasted text is named, also to the model. */
export const usePastedName = (): ((pasted: Pasted) => string) => {
  const { t } = useTranslation("conversation");
  return (pasted) => t("pasted.name", { number: pasted.id });
};

/** A text that was pasted and goes with the message: how much it is, and a way to take it off. */
export const PastedChip = ({
  pasted,
  onRemove,
}: {
  readonly pasted: Pasted;
  readonly onRemove: () => void;
}) => {
  const { t, i18n } = useTranslation("conversation");
  const name = usePastedName()(pasted);
  return (
    <span className={styles["chip"]}>
      <FileText size={14} aria-hidden />
      <span>{name}</span>
      <span className={styles["quiet"]}>
        {t("pasted.size", {
          count: pasted.text.length,
          shown: formatNumber(pasted.text.length, i18n.language),
          tokens: formatTokens(estimateTokens(pasted.text), i18n.language),
        })}
      </span>
      <IconButton
        size="small"
        label={t("pasted.remove", { name })}
        icon={<X size={12} aria-hidden />}
        onClick={onRemove}
      />
    </span>
  );
};
