import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { cx } from "../cx.ts";
import { Kbd } from "./Kbd.tsx";
import { Spinner } from "./Spinner.tsx";
import styles from "./Button.module.css";

/** How a button looks: `primary` once per place at most, `danger` for what cannot be undone. */
export type ButtonKind = "primary" | "neutral" | "danger" | "quiet";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: ButtonKind | undefined;
  readonly size?: "small" | "normal" | undefined;
  readonly icon?: ReactNode;
  /** Key shown inside, as {@link Kbd} writes it, e.g. `mod+enter`. Shown only: the action binds it. */
  readonly keys?: string | undefined;
  /** Work is under way: a spinner instead of the icon, and no more clicks. */
  readonly isBusy?: boolean | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

/** A button that says what it does with a verb. */
export const Button = ({
  kind = "neutral",
  size = "normal",
  icon,
  keys,
  isBusy = false,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    className={cx(styles["button"], styles[kind], size === "small" && styles["small"], className)}
    disabled={disabled === true || isBusy}
    aria-busy={isBusy || undefined}
    {...rest}
  >
    {isBusy ? <Spinner /> : icon}
    {children !== undefined && <span className={styles["label"]}>{children}</span>}
    {keys !== undefined && <Kbd keys={keys} isInside />}
  </button>
);
