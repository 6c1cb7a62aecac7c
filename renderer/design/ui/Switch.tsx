import { Switch as Radix } from "radix-ui";
import { useId, type ReactNode } from "react";
import styles from "./Switch.module.css";

export interface SwitchProps {
  readonly label: ReactNode;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly isDisabled?: boolean | undefined;
  readonly hint?: ReactNode;
}

/** Something that counts at once. */
export const Switch = ({ label, isOn, onChange, isDisabled = false, hint }: SwitchProps) => {
  const id = useId();
  return (
    <div className={styles["row"]}>
      <label htmlFor={id} className={styles["label"]}>
        {label}
        {hint !== undefined && <span className={styles["hint"]}>{hint}</span>}
      </label>
      <Radix.Root
        id={id}
        checked={isOn}
        disabled={isDisabled}
        onCheckedChange={onChange}
        className={styles["track"]}
      >
        <Radix.Thumb className={styles["thumb"]} />
      </Radix.Root>
    </div>
  );
};
