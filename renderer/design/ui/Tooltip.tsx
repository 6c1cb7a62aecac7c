import { Tooltip as Radix } from "radix-ui";
import type { ReactElement } from "react";
import { Kbd } from "./Kbd.tsx";
import styles from "./Tooltip.module.css";

interface TooltipProps {
  readonly text: string;
  readonly keys?: string | undefined;
  readonly side?: "top" | "right" | "bottom" | "left" | undefined;
  /** One element that takes a ref: a button, as a rule. */
  readonly children: ReactElement;
}

/** Names a control on hover and focus. Never the only place where something is said. */
export const Tooltip = ({ text, keys, side = "bottom", children }: TooltipProps) => (
  <Radix.Root delayDuration={500}>
    <Radix.Trigger asChild>{children}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content className={styles["tip"]} side={side} sideOffset={6} collisionPadding={8}>
        {text}
        {keys !== undefined && <Kbd keys={keys} isInside />}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);

/** Once around the page: tooltips follow each other without delay. */
export const TooltipProvider = Radix.Provider;
