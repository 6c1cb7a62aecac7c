import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../cx.ts";
import { IconButton } from "./IconButton.tsx";
import styles from "./Dialog.module.css";
import { useReturnFocus } from "./useReturnFocus.ts";

export interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly size?: "small" | "normal" | "large" | undefined;
  /** Buttons at the foot, the safe one first. */
  readonly footer?: ReactNode;
  readonly children?: ReactNode;
}

/**
 * The first control of the content, else the safe button at the foot, else the dialog itself: never the cross above, which
 * says nothing and whose tooltip would take the first Esc.
 */
const focusFirst = (event: Event): void => {
  const dialog = event.currentTarget;
  if (!(dialog instanceof HTMLElement)) return;
  const chosen = dialog.querySelector<HTMLElement>("[data-first-focus]");
  const first =
    chosen ??
    dialog.querySelector<HTMLElement>(
      ":is([data-dialog-body], [data-dialog-foot]) :is(input, textarea, select, button, a[href], [tabindex='0']):not(:disabled)",
    );
  event.preventDefault();
  (first ?? dialog).focus();
};

/**
 * A question or a form in front of the page. Esc closes it; long content scrolls inside; the focus goes back to where it
 * was. Draw it only while it is open.
 */
export const Dialog = ({
  isOpen,
  onClose,
  title,
  description,
  size = "normal",
  footer,
  children,
}: DialogProps) => {
  const { t } = useTranslation("design");
  const giveFocusBack = useReturnFocus();
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
      <Radix.Portal>
        <Radix.Overlay className={styles["shade"]} />
        <Radix.Content
          className={cx(styles["dialog"], styles[size])}
          onOpenAutoFocus={focusFirst}
          onCloseAutoFocus={giveFocusBack}
          {...(description === undefined ? { "aria-describedby": undefined } : {})}
        >
          <header className={styles["header"]}>
            <Radix.Title className={styles["title"]}>{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label={t("close")} icon={<X size={16} aria-hidden />} keys="escape" size="small" />
            </Radix.Close>
          </header>
          <div className={styles["body"]} data-dialog-body>
            {description !== undefined && (
              <Radix.Description className={styles["description"]}>{description}</Radix.Description>
            )}
            {children}
          </div>
          {footer !== undefined && (
            <footer className={styles["footer"]} data-dialog-foot>
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
};
