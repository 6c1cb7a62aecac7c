import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import styles from "./Tabs.module.css";

export interface Tab<T extends string> {
  readonly value: T;
  readonly label: ReactNode;
  readonly content: ReactNode;
}

export interface TabsProps<T extends string> {
  /** Name of the group for screen readers. */
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly tabs: readonly Tab<T>[];
  readonly actions?: ReactNode;
  readonly className?: string | undefined;
}

/** Views of one thing. Only the open one is mounted. */
export const Tabs = <T extends string>({
  label,
  value,
  onChange,
  tabs,
  actions,
  className,
}: TabsProps<T>) => (
  <Radix.Root
    value={value}
    onValueChange={(next) => onChange(next as T)}
    className={cx(styles["tabs"], className)}
  >
    <div className={styles["bar"]}>
      <Radix.List aria-label={label} className={styles["list"]}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className={styles["tab"]}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {actions}
    </div>
    {tabs.map((tab) => (
      <Radix.Content key={tab.value} value={tab.value} className={styles["content"]} tabIndex={-1}>
        {tab.content}
      </Radix.Content>
    ))}
  </Radix.Root>
);
