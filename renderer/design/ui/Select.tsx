import { Check, ChevronDown } from "lucide-react";
import { Select as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { FieldFrame, type FieldProps } from "./Field.tsx";
import styles from "./Select.module.css";

export interface SelectOption<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly detail?: string | undefined;
}

export interface SelectProps<T extends string> extends FieldProps {
  readonly value: T | undefined;
  readonly options: readonly SelectOption<T>[];
  readonly onChange: (value: T) => void;
  readonly placeholder?: string | undefined;
  readonly isDisabled?: boolean | undefined;
}

/** One of a few values. */
export const Select = <T extends string>({
  value,
  options,
  onChange,
  placeholder,
  isDisabled = false,
  ...field
}: SelectProps<T>) => (
  <FieldFrame {...field}>
    {({ id, describedBy }) => (
      <Radix.Root value={value ?? ""} onValueChange={(next) => onChange(next as T)} disabled={isDisabled}>
        <Radix.Trigger
          id={id}
          aria-describedby={describedBy}
          aria-label={field.label}
          aria-required={field.isRequired}
          aria-invalid={field.error !== undefined || undefined}
          className={styles["trigger"]}
        >
          <Radix.Value placeholder={placeholder} />
          <ChevronDown size={14} aria-hidden />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content className={styles["list"]} position="popper" sideOffset={4} collisionPadding={8}>
            <Radix.Viewport>
              {options.map((option) => (
                <Radix.Item key={option.value} value={option.value} className={styles["item"]}>
                  <Radix.ItemText>
                    <span className={styles["text"]}>
                      {option.icon}
                      {option.label}
                    </span>
                  </Radix.ItemText>
                  {option.detail !== undefined && <span className={styles["detail"]}>{option.detail}</span>}
                  <Radix.ItemIndicator className={styles["check"]}>
                    <Check size={14} aria-hidden />
                  </Radix.ItemIndicator>
                </Radix.Item>
              ))}
            </Radix.Viewport>
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    )}
  </FieldFrame>
);
