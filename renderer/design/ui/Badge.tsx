import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import styles from "./Badge.module.css";

/** What a badge means; colour only repeats what its words and icon say. */
export type Tone = "neutral" | "info" | "warn" | "danger" | "ok";

export interface BadgeProps {
  readonly tone?: Tone | undefined;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  readonly title?: string | undefined;
}

/** A short fact about the thing beside it. */
export const Badge = ({ tone = "neutral", icon, children, title }: BadgeProps) => (
  <span className={cx(styles["badge"], styles[tone])} title={title}>
    {icon}
    {children}
  </span>
);
