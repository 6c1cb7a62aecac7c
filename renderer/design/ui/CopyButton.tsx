import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./Button.tsx";
import { IconButton } from "./IconButton.tsx";

export interface CopyButtonProps {
  /** What is copied; a function where making the text is dear. */
  readonly text: string | (() => string);
  readonly label?: string | undefined;
  readonly isIconOnly?: boolean | undefined;
}

const SHOWN_MS = 1600;

/** Copies a text and says so for a moment. */
export const CopyButton = ({ text, label, isIconOnly = false }: CopyButtonProps) => {
  const { t } = useTranslation("design");
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  useEffect(() => {
    if (state === "idle") return undefined;
    const timer = setTimeout(() => setState("idle"), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = (): void => {
    navigator.clipboard
      .writeText(typeof text === "string" ? text : text())
      .then(() => setState("copied"))
      .catch(() => setState("failed"));
  };
  const words = { idle: label ?? t("copy"), copied: t("copied"), failed: t("copyFailed") }[state];
  const icon = state === "copied" ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />;
  if (isIconOnly) return <IconButton label={words} icon={icon} onClick={copy} size="small" />;
  return (
    <Button kind="quiet" size="small" icon={icon} onClick={copy}>
      <span aria-live="polite">{words}</span>
    </Button>
  );
};
