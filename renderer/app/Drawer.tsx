import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "../design/index.ts";
import styles from "./App.module.css";

/** The panel itself, not its first button: a tooltip or a ring there would say something nobody asked. */
const focusItself = (event: Event): void => {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
};

interface DrawerProps {
  readonly title: string;
  readonly side: "left" | "right";
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A panel that slides over the page where there is no room beside it. */
export const Drawer = ({ title, side, isOpen, onClose, children }: DrawerProps) => (
  <Radix.Root open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
    <Radix.Portal>
      <Radix.Overlay className={styles["shade"]} />
      <Radix.Content
        className={cx(styles["drawer"], styles[side])}
        aria-describedby={undefined}
        onOpenAutoFocus={focusItself}
      >
        <Radix.Title className="visually-hidden">{title}</Radix.Title>
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
