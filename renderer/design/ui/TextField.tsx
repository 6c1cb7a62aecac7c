import type { InputHTMLAttributes, ReactNode, Ref } from "react";
import { cx } from "../cx.ts";
import { FieldFrame, type FieldProps } from "./Field.tsx";
import styles from "./Field.module.css";

export interface TextFieldProps extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, "id"> {
  readonly icon?: ReactNode;
  readonly isMono?: boolean | undefined;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

/** One line of text with its label, hint and error. */
export const TextField = ({
  label,
  isLabelHidden,
  isRequired,
  hint,
  error,
  icon,
  isMono,
  className,
  ...rest
}: TextFieldProps) => (
  <FieldFrame label={label} isLabelHidden={isLabelHidden} isRequired={isRequired} hint={hint} error={error}>
    {({ id, describedBy }) => {
      const input = (
        <input
          id={id}
          aria-describedby={describedBy}
          aria-invalid={error !== undefined || undefined}
          aria-required={isRequired}
          className={cx(styles["control"], isMono === true && styles["mono"], className)}
          spellCheck={false}
          autoComplete="off"
          {...rest}
        />
      );
      if (icon === undefined) return input;
      return (
        <span className={styles["withIcon"]}>
          {icon}
          {input}
        </span>
      );
    }}
  </FieldFrame>
);
