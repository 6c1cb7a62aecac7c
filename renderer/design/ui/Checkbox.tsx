import { Check } from "lucide-react";
import { Checkbox as Radix } from "radix-ui";
import { useId, type ReactNode } from "react";
import styles from "./Checkbox.module.css";

export interface CheckboxProps {
  readonly label: ReactNode;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly isDisabled?: boolean | undefined;
  readonly hint?: ReactNode;
}

/** Something that counts once the form is sent. */
export const Checkbox = ({ label, isChecked, onChange, isDisabled = false, hint }: CheckboxProps) => {
  const id = useId();
  return (
    <div className={styles["row"]}>
      <Radix.Root
        id={id}
        checked={isChecked}
        disabled={isDisabled}
        onCheckedChange={(next) => onChange(next === true)}
        className={styles["box"]}
      >
        <Radix.Indicator className={styles["mark"]}>
          <Check size={12} strokeWidth={3} aria-hidden />
        </Radix.Indicator>
      </Radix.Root>
      <label htmlFor={id}>
        {label}
        {hint !== undefined && <span className={styles["hint"]}>{hint}</span>}
      </label>
    </div>
  );
};
