import type { Ref, TextareaHTMLAttributes } from "react";
import { cx } from "../cx.ts";
import { FieldFrame, type FieldProps } from "./Field.tsx";
import styles from "./Field.module.css";

export interface TextAreaProps extends FieldProps, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "id"> {
  readonly isMono?: boolean | undefined;
  readonly ref?: Ref<HTMLTextAreaElement> | undefined;
}

/** Several lines of text with their label, hint and error. */
export const TextArea = ({
  label,
  isLabelHidden,
  isRequired,
  hint,
  error,
  isMono,
  className,
  ...rest
}: TextAreaProps) => (
  <FieldFrame label={label} isLabelHidden={isLabelHidden} isRequired={isRequired} hint={hint} error={error}>
    {({ id, describedBy }) => (
      <textarea
        id={id}
        aria-describedby={describedBy}
        aria-invalid={error !== undefined || undefined}
        aria-required={isRequired}
        className={cx(styles["control"], isMono === true && styles["mono"], className)}
        spellCheck={false}
        {...rest}
      />
    )}
  </FieldFrame>
);
