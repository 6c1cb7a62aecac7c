import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { cx } from "../cx.ts";
import { Tooltip } from "./Tooltip.tsx";
import styles from "./IconButton.module.css";

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Name for screen readers and the tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly keys?: string | undefined;
  readonly isPressed?: boolean | undefined;
  readonly size?: "small" | "normal" | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

/** A button that is only an icon; its name is in the tooltip. */
export const IconButton = ({
  label,
  icon,
  keys,
  isPressed,
  size = "normal",
  className,
  ...rest
}: IconButtonProps) => (
  <Tooltip text={label} keys={keys}>
    <button
      type="button"
      aria-label={label}
      aria-pressed={isPressed}
      className={cx(styles["button"], size === "small" && styles["small"], className)}
      {...rest}
    >
      {icon}
    </button>
  </Tooltip>
);
