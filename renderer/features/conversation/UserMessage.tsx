import { FileText, Image, Link2 } from "lucide-react";
import { memo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Turn } from "../../../shared/session/index.ts";
import { Button } from "../../design/index.ts";
import { formatNumber } from "../../format/index.ts";
import { Revealed } from "../reveal/index.ts";
import styles from "./conversation.module.css";

/** Characters and lines shown before a message is folded. */
const MAX_CHARS = 4000;
const MAX_LINES = 24;

const folded = (text: string): string => {
  const lines = text.slice(0, MAX_CHARS).split("\n");
  return lines.slice(0, MAX_LINES).join("\n");
};

const AttachmentChip = ({ attachment }: { readonly attachment: Turn["attachments"][number] }) => {
  const { t, i18n } = useTranslation("conversation");
  switch (attachment.kind) {
    case "text":
      return (
        <span className={styles["chip"]}>
          <FileText size={14} aria-hidden />
          {attachment.name}
          <span className={styles["quiet"]}>
            {t("characters", {
              count: attachment.text.length,
              shown: formatNumber(attachment.text.length, i18n.language),
            })}
          </span>
        </span>
      );
    case "file":
      return (
        <span className={styles["chip"]}>
          <FileText size={14} aria-hidden />
          <code>{attachment.path}</code>
        </span>
      );
    case "image":
      return (
        <span className={styles["chip"]}>
          <Image size={14} aria-hidden />
          {attachment.name}
        </span>
      );
    case "resource":
      return (
        <span className={styles["chip"]}>
          <Link2 size={14} aria-hidden />
          <code>{attachment.uri}</code>
        </span>
      );
  }
};

/** What the person asked: a quiet card, folded where it is long. */
export const UserMessage = memo(({ turn }: { readonly turn: Turn }) => {
  const { t, i18n } = useTranslation("conversation");
  const [isWhole, setWhole] = useState(false);
  const short = folded(turn.text);
  const isLong = short.length < turn.text.length;
  return (
    <article className={styles["message"]} aria-label={t("you")}>
      <div className={styles["messageText"]}>
        <Revealed text={isWhole ? turn.text : short} />
        {isLong && !isWhole && "…"}
      </div>
      {isLong && (
        <Button kind="quiet" size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole
            ? t("showLess")
            : t("showAll", { count: turn.text.length, shown: formatNumber(turn.text.length, i18n.language) })}
        </Button>
      )}
      {turn.attachments.length > 0 && (
        <div className={styles["chips"]}>
          {turn.attachments.map((attachment, at) => (
            <AttachmentChip key={at} attachment={attachment} />
          ))}
        </div>
      )}
    </article>
  );
});
UserMessage.displayName = "UserMessage";
